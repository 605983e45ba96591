//! Multilayer perceptrons: linear layers with rectified units (ReLU) or tanh between them.
//!
//! Weights are kept by input, so that a layer is a sum of rows, one for each input that is not zero.
//! Sparse inputs cost only what is set, and the inner loop runs over independent sums.

use rayon::prelude::*;
use thiserror::Error;

use super::exponential::tanh;
use super::sums::{SetInputs, add_rows};
use super::tensors::{Tensor, TensorError, TensorFile};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// The rows that a thread evaluates at a time.
const CHUNK: usize = 64;

/// A multilayer perceptron.
///
/// ```
/// use cardcore::nets::{Mlp, Trace};
///
/// let net = Mlp::random(&[3, 8, 2], 7);
/// let mut trace = Trace::default();
/// assert_eq!(net.forward(&[1.0, 0.0, 0.5], &mut trace).len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mlp {
    activation: Activation,
    layers: Vec<Layer>,
    /// All weights and biases: of each layer the weights by input, then the biases.
    parameters: Vec<f32>,
}

/// What is between two layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// Rectified linear units.
    Relu,
    /// The hyperbolic tangent.
    Tanh,
}

impl Activation {
    const ALL: [Self; 2] = [Self::Relu, Self::Tanh];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Relu => "relu",
            Self::Tanh => "tanh",
        }
    }

    fn apply(self, numbers: &mut [f32]) {
        match self {
            Self::Relu => numbers.iter_mut().for_each(|number| *number = number.max(0.0)),
            Self::Tanh => numbers.iter_mut().for_each(|number| *number = tanh(*number)),
        }
    }
}

/// Where the parameters of a layer are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layer {
    inputs: usize,
    outputs: usize,
    weights: usize,
    biases: usize,
}

/// The outputs of every layer, kept for the backward pass; buffers that are used again.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    outputs: Vec<Vec<f32>>,
    inputs: SetInputs,
    slopes: [Vec<f32>; 2],
}

/// The slopes of a loss in every parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient(pub Vec<f32>);

impl Mlp {
    /// The most layers.
    pub const MAX_LAYERS: usize = 16;

    /// The most inputs or outputs of a layer.
    pub const MAX_SIZE: usize = 1 << 16;

    /// A perceptron with layers of these sizes, from the inputs to the outputs, and random weights
    /// (He initialization with uniform numbers).
    ///
    /// # Panics
    ///
    /// Never: sizes that make no layer give an empty perceptron without inputs or outputs.
    #[must_use]
    pub fn random(sizes: &[usize], seed: u64) -> Self {
        let mut net = Self::zero(sizes);
        let mut random = Random::new(seed);
        for layer in net.layers.clone() {
            let limit = (6.0 / layer.inputs.max(1) as f64).sqrt();
            for weight in &mut net.parameters[layer.weights..layer.biases] {
                *weight = ((random.unit() * 2.0 - 1.0) * limit) as f32;
            }
        }
        net
    }

    /// A perceptron with all weights zero.
    fn zero(sizes: &[usize]) -> Self {
        let mut layers = Vec::new();
        let mut end = 0;
        for pair in sizes.windows(2) {
            let (inputs, outputs) = (pair[0], pair[1]);
            let biases = end + inputs * outputs;
            layers.push(Layer { inputs, outputs, weights: end, biases });
            end = biases + outputs;
        }
        Self { activation: Activation::Relu, layers, parameters: vec![0.0; end] }
    }

    /// The number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.layers.first().map_or(0, |layer| layer.inputs)
    }

    /// The number of outputs.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.outputs)
    }

    /// All parameters, for an optimizer.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// A gradient of zeros.
    #[must_use]
    pub fn no_gradient(&self) -> Gradient {
        Gradient(vec![0.0; self.parameters.len()])
    }

    /// The weights from one input of a layer.
    #[inline]
    fn row(&self, layer: Layer, input: usize) -> &[f32] {
        let begin = layer.weights + input * layer.outputs;
        self.parameters.get(begin..begin + layer.outputs).unwrap_or_default()
    }

    /// All weights of a layer, by input.
    #[inline]
    fn weights(&self, layer: Layer) -> &[f32] {
        self.parameters.get(layer.weights..layer.biases).unwrap_or_default()
    }

    #[inline]
    fn biases(&self, layer: Layer) -> &[f32] {
        self.parameters.get(layer.biases..layer.biases + layer.outputs).unwrap_or_default()
    }

    /// The outputs for some inputs; missing inputs are zero.
    pub fn forward<'a>(&self, inputs: &[f32], trace: &'a mut Trace) -> &'a [f32] {
        trace.inputs.collect(inputs, 0);
        self.forward_set(trace)
    }

    /// The outputs if these inputs are one and all others zero.
    #[inline]
    pub fn forward_ones<'a>(&self, ones: &[u16], trace: &'a mut Trace) -> &'a [f32] {
        trace.inputs.collect_ones(ones);
        self.forward_set(trace)
    }

    /// The outputs for the inputs that the trace has collected.
    #[inline]
    fn forward_set<'a>(&self, trace: &'a mut Trace) -> &'a [f32] {
        trace.outputs.resize(self.layers.len(), Vec::new());
        if let Some((&layer, sums)) = self.layers.first().zip(trace.outputs.first_mut()) {
            sums.clear();
            sums.extend_from_slice(self.biases(layer));
            add_rows(sums, self.weights(layer), trace.inputs.get());
        }
        self.finish(trace)
    }

    /// The sums of the first layer over some of the inputs, from the first on: what
    /// [`forward_from`](Self::forward_from) continues.
    pub fn begin(&self, inputs: &[f32], sums: &mut Vec<f32>) {
        sums.clear();
        if let Some(&layer) = self.layers.first() {
            sums.extend_from_slice(self.biases(layer));
            let mut collected = SetInputs::default();
            collected.collect(inputs, 0);
            add_rows(sums, self.weights(layer), collected.get());
        }
    }

    /// The outputs if the first inputs are those of [`begin`](Self::begin) and these follow, at
    /// input number `first`. Bit by bit as if all had been given at once.
    pub fn forward_from<'a>(
        &self,
        sums: &[f32],
        inputs: &[f32],
        first: usize,
        trace: &'a mut Trace,
    ) -> &'a [f32] {
        trace.outputs.resize(self.layers.len(), Vec::new());
        if let Some((&layer, begun)) = self.layers.first().zip(trace.outputs.first_mut()) {
            begun.clear();
            begun.extend_from_slice(sums);
            trace.inputs.collect(inputs, first);
            add_rows(begun, self.weights(layer), trace.inputs.get());
        }
        self.finish(trace)
    }

    /// All layers after the first.
    #[inline]
    fn finish<'a>(&self, trace: &'a mut Trace) -> &'a [f32] {
        for (number, &layer) in self.layers.iter().enumerate().skip(1) {
            let (before, after) = trace.outputs.split_at_mut(number);
            let Some((inputs, outputs)) = before.last_mut().zip(after.first_mut()) else { break };
            outputs.clear();
            outputs.extend_from_slice(self.biases(layer));
            self.activation.apply(inputs);
            trace.inputs.collect(inputs, 0);
            add_rows(outputs, self.weights(layer), trace.inputs.get());
        }
        trace.outputs.last().map(Vec::as_slice).unwrap_or_default()
    }

    /// The outputs for many rows of inputs, one after another, on all threads of the current pool.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn forward_rows(&self, rows: &[f32], monitor: &Monitor) -> Result<Vec<f32>, Stopped> {
        let inputs = self.inputs().max(1);
        parallel::sum(
            rows.par_chunks(CHUNK * inputs),
            || (Trace::default(), Vec::new()),
            |(mut trace, mut outputs), rows| {
                monitor.check()?;
                for row in rows.chunks(inputs) {
                    outputs.extend_from_slice(self.forward(row, &mut trace));
                }
                Ok((trace, outputs))
            },
            |(trace, mut left), (_, mut right)| {
                left.append(&mut right);
                (trace, left)
            },
        )
        .map(|(_, outputs)| outputs)
    }

    /// Add the gradient of a loss of a net with rectified units, given the inputs that are one (all others are zero), the trace of
    /// the forward pass, and the slopes of the loss in the outputs.
    pub fn backward(&self, ones: &[u16], trace: &mut Trace, slopes: &[f32], into: &mut Gradient) {
        let Trace { outputs, slopes: [current, next], .. } = trace;
        current.clear();
        current.extend_from_slice(slopes);
        for (number, &layer) in self.layers.iter().enumerate().rev() {
            for (bias, &slope) in into.0.iter_mut().skip(layer.biases).zip(current.iter()) {
                *bias += slope;
            }
            let Some(inputs) = number.checked_sub(1).and_then(|below| outputs.get(below)) else {
                for &input in ones {
                    let begin = layer.weights + usize::from(input) * layer.outputs;
                    let row = into.0.get_mut(begin..begin + layer.outputs).unwrap_or_default();
                    for (weight, &slope) in row.iter_mut().zip(current.iter()) {
                        *weight += slope;
                    }
                }
                break;
            };
            next.clear();
            for (input, &amount) in inputs.iter().enumerate() {
                if amount == 0.0 {
                    // A unit that is off passes nothing on.
                    next.push(0.0);
                    continue;
                }
                let begin = layer.weights + input * layer.outputs;
                let row = into.0.get_mut(begin..begin + layer.outputs).unwrap_or_default();
                let mut sum = 0.0;
                let weights = self.row(layer, input);
                for ((weight, &slope), &own) in row.iter_mut().zip(current.iter()).zip(weights) {
                    *weight += slope * amount;
                    sum += slope * own;
                }
                next.push(sum);
            }
            std::mem::swap(current, next);
        }
    }

    /// The perceptron of a file: `0.weight`, `0.bias`, `1.weight`, … as `torch.nn.Linear` has them.
    ///
    /// # Errors
    ///
    /// Missing tensors, layers that do not fit together, another activation, too many layers.
    pub fn from_file(file: &TensorFile) -> Result<Self, MlpError> {
        let activation = file.metadata.get("activation").map_or("relu", String::as_str);
        let known = Activation::ALL.into_iter().find(|known| known.name() == activation);
        let Some(activation) = known else {
            return Err(MlpError::Activation { found: activation.to_owned() });
        };
        let mut sizes = Vec::new();
        while let Some(tensor) = file.tensors.get(&format!("{}.weight", sizes.len().max(1) - 1)) {
            let number = sizes.len().max(1) - 1;
            let &[outputs, inputs] = tensor.shape() else {
                return Err(MlpError::Weights { number });
            };
            let fits = sizes.last().is_none_or(|&last| last == inputs);
            let bounds = 1..=Self::MAX_SIZE;
            if !fits || !bounds.contains(&inputs) || !bounds.contains(&outputs) {
                return Err(MlpError::Weights { number });
            }
            if sizes.is_empty() {
                sizes.push(inputs);
            }
            sizes.push(outputs);
            if sizes.len() > Self::MAX_LAYERS + 1 {
                return Err(MlpError::Layers);
            }
        }
        let mut net = Self { activation, ..Self::zero(&sizes) };
        if net.layers.is_empty() {
            return Err(TensorError::Missing { name: "0.weight".to_owned() }.into());
        }
        for (number, layer) in net.layers.clone().into_iter().enumerate() {
            let Layer { inputs, outputs, .. } = layer;
            let weights = file.tensor(&format!("{number}.weight"), &[outputs, inputs])?;
            let biases = file.tensor(&format!("{number}.bias"), &[outputs])?;
            for (output, row) in weights.chunks_exact(inputs).enumerate() {
                for (input, &weight) in row.iter().enumerate() {
                    net.parameters[layer.weights + input * outputs + output] = weight;
                }
            }
            net.parameters[layer.biases..layer.biases + outputs].copy_from_slice(biases);
        }
        Ok(net)
    }

    /// Add the tensors to a file.
    pub fn write(&self, file: &mut TensorFile) {
        file.metadata.insert("activation".to_owned(), self.activation.name().to_owned());
        for (number, &layer) in self.layers.iter().enumerate() {
            let Layer { inputs, outputs, .. } = layer;
            let weight = |output| (0..inputs).map(move |input| self.row(layer, input)[output]);
            let weights = (0..outputs).flat_map(weight).collect();
            let biases = self.biases(layer).to_vec();
            let tensors =
                [("weight", vec![outputs, inputs], weights), ("bias", vec![outputs], biases)];
            for (name, shape, numbers) in tensors {
                if let Some(tensor) = Tensor::new(&shape, numbers) {
                    file.tensors.insert(format!("{number}.{name}"), tensor);
                }
            }
        }
    }
}

/// Why tensors are not a perceptron.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum MlpError {
    #[error(transparent)]
    Tensor(#[from] TensorError),
    #[error("the net's activation is '{found}': expected relu or tanh")]
    Activation { found: String },
    #[error(
        "tensor '{number}.weight': expected two dimensions, outputs and inputs, of 1 to {}, \
         where the inputs are the outputs of the layer before",
        Mlp::MAX_SIZE
    )]
    Weights { number: usize },
    #[error("expected at most {} layers", Mlp::MAX_LAYERS)]
    Layers,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, one output at a time.
    fn slow(file: &TensorFile, activation: Activation, inputs: &[f32]) -> Vec<f64> {
        let mut current: Vec<f64> = inputs.iter().map(|&input| f64::from(input)).collect();
        let layers = file.tensors.len() / 2;
        for number in 0..layers {
            let weights = file.tensors[&format!("{number}.weight")].numbers();
            let biases = file.tensors[&format!("{number}.bias")].numbers();
            current = weights
                .chunks(current.len())
                .zip(biases)
                .map(|(row, &bias)| {
                    let products = row.iter().zip(&current).map(|(&w, x)| f64::from(w) * x);
                    let sum = f64::from(bias) + products.sum::<f64>();
                    match activation {
                        _ if number + 1 == layers => sum,
                        Activation::Relu => sum.max(0.0),
                        Activation::Tanh => sum.tanh(),
                    }
                })
                .collect();
        }
        current
    }

    #[test]
    fn outputs_match_the_definition() {
        for activation in Activation::ALL {
            let net = Mlp { activation, ..Mlp::random(&[20, 16, 8, 3], 1) };
            let mut file = TensorFile::default();
            net.write(&mut file);
            assert_eq!(Mlp::from_file(&file), Ok(net.clone()));
            let mut random = Random::new(2);
            let rows: Vec<f32> = (0..200).map(|_| random.below(3) as f32 - 1.0).collect();
            let found = net.forward_rows(&rows, &Monitor::new()).unwrap();
            let expected = rows.chunks(20).flat_map(|row| slow(&file, activation, row));
            let expected: Vec<f64> = expected.collect();
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(expected) {
                assert!((f64::from(*found) - expected).abs() < 1e-5, "{found} {expected}");
            }
        }
    }

    #[test]
    fn inputs_in_two_parts_give_the_same_bits() {
        let net = Mlp::random(&[23, 16, 8, 3], 1);
        let mut random = Random::new(3);
        let (mut trace, mut sums) = (Trace::default(), Vec::new());
        for _ in 0..50 {
            let inputs: Vec<f32> = (0..23).map(|_| random.below(4) as f32 / 3.0 - 0.5).collect();
            let whole = net.forward(&inputs, &mut trace).to_vec();
            let (first, rest) = inputs.split_at(random.below(24) as usize);
            net.begin(first, &mut sums);
            assert_eq!(net.forward_from(&sums, rest, first.len(), &mut trace), whole);
        }
    }

    #[test]
    fn gradients_match_differences() {
        let mut net = Mlp::random(&[6, 5, 4, 2], 3);
        let (ones, inputs) = ([1, 4], [0.0, 1.0, 0.0, 0.0, 1.0, 0.0]);
        let slopes = [0.7, -1.3];
        let loss = |net: &Mlp| {
            let mut trace = Trace::default();
            let outputs = net.forward(&inputs, &mut trace);
            outputs.iter().zip(slopes).map(|(&output, slope)| output * slope).sum::<f32>()
        };
        let (mut trace, mut gradient) = (Trace::default(), net.no_gradient());
        net.forward(&inputs, &mut trace);
        net.backward(&ones, &mut trace, &slopes, &mut gradient);
        for index in 0..gradient.0.len() {
            let before = net.parameters_mut()[index];
            net.parameters_mut()[index] = before + 1e-3;
            let higher = loss(&net);
            net.parameters_mut()[index] = before - 1e-3;
            let difference = (higher - loss(&net)) / 2e-3;
            net.parameters_mut()[index] = before;
            assert!((difference - gradient.0[index]).abs() < 1e-2, "{index}");
        }
    }

    #[test]
    fn wrong_files_are_refused() {
        let mut file = TensorFile::default();
        Mlp::random(&[3, 4, 2], 1).write(&mut file);
        let with = |name: &str, shape: &[usize]| {
            let mut file = file.clone();
            let size = shape.iter().product();
            file.tensors.insert(name.to_owned(), Tensor::new(shape, vec![0.0; size]).unwrap());
            Mlp::from_file(&file).unwrap_err()
        };
        assert_eq!(with("1.weight", &[2, 5]), MlpError::Weights { number: 1 });
        assert_eq!(with("0.weight", &[12]), MlpError::Weights { number: 0 });
        assert_eq!(with("0.weight", &[4, 0]), MlpError::Weights { number: 0 });
        assert!(with("1.bias", &[3]).to_string().contains("expected shape [2], found [3]"));
        assert_eq!(
            Mlp::from_file(&TensorFile::default()).unwrap_err().to_string(),
            "tensor '0.weight' is missing"
        );
        file.metadata.insert("activation".to_owned(), "gelu".to_owned());
        let error = Mlp::from_file(&file).unwrap_err();
        assert_eq!(error.to_string(), "the net's activation is 'gelu': expected relu or tanh");
    }
}
