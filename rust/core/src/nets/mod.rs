//! Learned policies and value functions: their files, and how they are evaluated.
//!
//! Everything learned is a set of named tensors and a few words of metadata, in the
//! [safetensors](https://github.com/huggingface/safetensors) format, which torch, JAX and NumPy
//! read and write. [`TensorFile`] is the file, [`NetHeader`] what its metadata says, [`Mlp`] a
//! multilayer perceptron, [`Tables`] the weights of a policy made of tables, [`Adam`] the optimizer that
//! trains them.
//!
//! # The metadata
//!
//! All values are text, as safetensors has it:
//!
//! | key | value |
//! |---|---|
//! | `format` | `cardcore-net` |
//! | `version` | `1` |
//! | `game` | the game, such as `hearts` |
//! | `kind` | `tabled-policy`, `mlp` or `action-scorer` |
//! | `encoder` | what the inputs mean: the name and version of the features |
//!
//! Other keys are kept and may mean something to the reader of a kind. The tensors of an `mlp` or an
//! `action-scorer` are `0.weight`, `0.bias`, `1.weight`, … in the layout of `torch.nn.Linear`; the
//! key `activation` is `relu` or `tanh`. A `tabled-policy` has one tensor for each of its tables.
//!
//! # Determinism
//!
//! Sums are made in a fixed order and without fused operations, and [`exp`] is a polynomial, so the
//! same weights give the same bits on every machine with IEEE arithmetic.

mod adam;
mod exponential;
mod header;
mod json;
mod mlp;
mod sums;
mod tabled;
mod tensors;

pub use adam::Adam;
pub use exponential::{exp, softmax, tanh};
pub use header::{HeaderError, NetHeader, NetKind};
pub use mlp::{Activation, Gradient, Mlp, MlpError, Trace};
pub use tabled::{Selected, Tables};
pub use tensors::{Tensor, TensorError, TensorFile};
