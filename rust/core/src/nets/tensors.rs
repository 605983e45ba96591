//! Files of named tensors in the safetensors format: eight bytes with the length of a JSON header,
//! the header, then the numbers, little-endian.
//!
//! Only numbers of 32 bits (`F32`) are read and written. A file is checked in full before anything
//! of it is used: sizes are bounded by the length of the file, tensors lie one after another without
//! gaps, and every number is finite.

use std::collections::BTreeMap;

use thiserror::Error;

use super::json::{self, Json};

/// A block of numbers with a shape, the last index running fastest.
///
/// ```
/// use cardcore::nets::Tensor;
///
/// assert!(Tensor::new(&[2, 3], vec![0.0; 6]).is_some());
/// assert_eq!(Tensor::new(&[2, 3], vec![0.0; 5]), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    shape: Vec<usize>,
    numbers: Vec<f32>,
}

impl Tensor {
    /// A tensor; `None` if the shape does not match the numbers.
    #[must_use]
    pub fn new(shape: &[usize], numbers: Vec<f32>) -> Option<Self> {
        let size = shape.iter().try_fold(1_usize, |size, &length| size.checked_mul(length));
        (size == Some(numbers.len())).then(|| Self { shape: shape.to_vec(), numbers })
    }

    /// The lengths of its dimensions.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The numbers in order.
    #[must_use]
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }
}

/// Named tensors and metadata.
///
/// ```
/// use cardcore::nets::{Tensor, TensorFile};
///
/// let mut file = TensorFile::default();
/// file.metadata.insert("game".to_owned(), "hearts".to_owned());
/// let tensor = Tensor::new(&[2, 2], vec![1.0, 2.0, 3.0, 4.0]).unwrap();
/// file.tensors.insert("lead".to_owned(), tensor);
/// assert_eq!(TensorFile::from_bytes(&file.to_bytes())?, file);
/// # Ok::<(), cardcore::nets::TensorError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TensorFile {
    /// Text about the tensors.
    pub metadata: BTreeMap<String, String>,
    /// The tensors by name.
    pub tensors: BTreeMap<String, Tensor>,
}

/// The key of the metadata in the header.
const METADATA: &str = "__metadata__";

/// The length of the number before the header.
const PREFIX: usize = 8;

impl TensorFile {
    /// The longest header that is read.
    pub const MAX_HEADER: usize = 1 << 20;

    /// The longest file that is read.
    pub const MAX_BYTES: usize = 1 << 28;

    /// Parse a file.
    ///
    /// # Errors
    ///
    /// Anything that is not a complete and consistent file of finite 32-bit numbers.
    pub fn from_bytes(content: &[u8]) -> Result<Self, TensorError> {
        if content.len() > Self::MAX_BYTES {
            return Err(TensorError::TooLong { found: content.len() });
        }
        let prefix = content.first_chunk::<PREFIX>();
        let length = u64::from_le_bytes(*prefix.ok_or(TensorError::Short)?);
        let rest = content.get(PREFIX..).unwrap_or_default();
        let length = usize::try_from(length).ok().filter(|&length| length <= Self::MAX_HEADER);
        let (header, data) =
            length.and_then(|length| rest.split_at_checked(length)).ok_or(TensorError::Length)?;
        let header = std::str::from_utf8(header).map_err(|error| error.valid_up_to());
        let header = header.and_then(json::parse).map_err(|at| TensorError::Header { at })?;
        let Json::Object(entries) = header else { return Err(TensorError::Header { at: 0 }) };
        let mut file = Self::default();
        let mut places = Vec::new();
        for (name, entry) in entries {
            if name == METADATA {
                file.read_metadata(entry)?;
                continue;
            }
            let (tensor, begin, end) = read_tensor(&entry, data)
                .ok_or_else(|| TensorError::Entry { name: name.clone() })?;
            if !tensor.numbers.iter().all(|number| number.is_finite()) {
                return Err(TensorError::NotFinite { name });
            }
            places.push((begin, end));
            if file.tensors.insert(name.clone(), tensor).is_some() {
                return Err(TensorError::Twice { name });
            }
        }
        places.sort_unstable();
        let end = places.iter().try_fold(0, |at, &(begin, end)| (begin == at).then_some(end));
        if end == Some(data.len()) { Ok(file) } else { Err(TensorError::Gaps) }
    }

    fn read_metadata(&mut self, entry: Json) -> Result<(), TensorError> {
        let Json::Object(pairs) = entry else { return Err(TensorError::Metadata) };
        for (key, value) in pairs {
            let Json::Text(value) = value else { return Err(TensorError::Metadata) };
            if self.metadata.insert(key, value).is_some() {
                return Err(TensorError::Metadata);
            }
        }
        Ok(())
    }

    /// Write a file: equal contents give equal bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut header = String::from("{");
        if !self.metadata.is_empty() {
            json::quote(METADATA, &mut header);
            header.push_str(":{");
            for (index, (key, value)) in self.metadata.iter().enumerate() {
                separate(index, &mut header);
                json::quote(key, &mut header);
                header.push(':');
                json::quote(value, &mut header);
            }
            header.push('}');
        }
        let mut end = 0;
        for (name, tensor) in &self.tensors {
            separate(header.len() - 1, &mut header);
            json::quote(name, &mut header);
            let begin = end;
            end += 4 * tensor.numbers.len();
            let shape = tensor.shape.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
            header.push_str(&format!(
                ":{{\"dtype\":\"F32\",\"shape\":[{shape}],\"data_offsets\":[{begin},{end}]}}"
            ));
        }
        header.push('}');
        // The numbers begin at a multiple of eight bytes, as the format recommends.
        while !header.len().is_multiple_of(8) {
            header.push(' ');
        }
        let mut content = (header.len() as u64).to_le_bytes().to_vec();
        content.extend_from_slice(header.as_bytes());
        for tensor in self.tensors.values() {
            content.extend(tensor.numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        content
    }

    /// A tensor that must be there, with this shape.
    ///
    /// # Errors
    ///
    /// A missing tensor, or one of another shape.
    pub fn tensor(&self, name: &str, shape: &[usize]) -> Result<&[f32], TensorError> {
        let Some(tensor) = self.tensors.get(name) else {
            return Err(TensorError::Missing { name: name.to_owned() });
        };
        if tensor.shape != shape {
            return Err(TensorError::Shape {
                name: name.to_owned(),
                expected: shape.to_vec(),
                found: tensor.shape.clone(),
            });
        }
        Ok(&tensor.numbers)
    }
}

/// A comma before every item but the first.
fn separate(index: usize, into: &mut String) {
    if index > 0 {
        into.push(',');
    }
}

/// The tensor that an entry of the header describes, and the bytes it takes.
fn read_tensor(entry: &Json, data: &[u8]) -> Option<(Tensor, usize, usize)> {
    let Json::Object(fields) = entry else { return None };
    let field = |name: &str| {
        let mut found = fields.iter().filter(|(key, _)| key == name);
        found.next().map(|(_, value)| value).filter(|_| found.next().is_none())
    };
    if fields.len() != 3 || field("dtype")? != &Json::Text("F32".to_owned()) {
        return None;
    }
    let shape = numbers(field("shape")?)?;
    let [begin, end] = <[usize; 2]>::try_from(numbers(field("data_offsets")?)?).ok()?;
    let bytes = data.get(begin..end)?;
    let (words, []) = bytes.as_chunks::<4>() else { return None };
    let numbers = words.iter().map(|&word| f32::from_le_bytes(word)).collect();
    Tensor::new(&shape, numbers).map(|tensor| (tensor, begin, end))
}

fn numbers(list: &Json) -> Option<Vec<usize>> {
    let Json::List(items) = list else { return None };
    let number = |item: &Json| match item {
        Json::Number(number) => usize::try_from(*number).ok(),
        _ => None,
    };
    items.iter().map(number).collect()
}

/// Why bytes are not a file of tensors, or not the one expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum TensorError {
    #[error(
        "expected a safetensors file of at most {} bytes, found {found}",
        TensorFile::MAX_BYTES
    )]
    TooLong { found: usize },
    #[error("expected a safetensors file, found less than 8 bytes")]
    Short,
    #[error("expected a safetensors file, found one whose header is longer than the file")]
    Length,
    #[error("the header of the safetensors file cannot be read at byte {at}")]
    Header { at: usize },
    #[error("expected metadata of distinct names with texts")]
    Metadata,
    #[error(
        "tensor '{name}': expected dtype F32, a shape, and offsets within the file that match it"
    )]
    Entry { name: String },
    #[error("tensor '{name}' is given twice")]
    Twice { name: String },
    #[error("tensor '{name}' has a number that is not finite")]
    NotFinite { name: String },
    #[error("expected tensors one after another up to the end of the file")]
    Gaps,
    #[error("tensor '{name}' is missing")]
    Missing { name: String },
    #[error("tensor '{name}': expected shape {expected:?}, found {found:?}")]
    Shape { name: String, expected: Vec<usize>, found: Vec<usize> },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn example() -> TensorFile {
        let mut file = TensorFile::default();
        file.metadata.insert("a \"key\"".to_owned(), "a\nvalue".to_owned());
        let tensor = |shape: &[usize], numbers| Tensor::new(shape, numbers).unwrap();
        file.tensors.insert("b".to_owned(), tensor(&[2, 3], vec![0.5; 6]));
        file.tensors.insert("a".to_owned(), tensor(&[], vec![-1.0]));
        file.tensors.insert("empty".to_owned(), tensor(&[0, 7], Vec::new()));
        file
    }

    /// A file with this header and this many bytes of data.
    fn file(header: &str, bytes: usize) -> Vec<u8> {
        let mut content = (header.len() as u64).to_le_bytes().to_vec();
        content.extend_from_slice(header.as_bytes());
        content.resize(content.len() + bytes, 0);
        content
    }

    #[test]
    fn files_read_as_written() {
        let written = example().to_bytes();
        assert_eq!(TensorFile::from_bytes(&written), Ok(example()));
        assert_eq!(written.len() % 4, 0);
        let empty = TensorFile::default();
        assert_eq!(TensorFile::from_bytes(&empty.to_bytes()), Ok(empty));
        let read = example();
        assert_eq!(read.tensor("a", &[]), Ok(&[-1.0][..]));
        assert_eq!(read.tensor("c", &[]).unwrap_err().to_string(), "tensor 'c' is missing");
        assert_eq!(
            read.tensor("b", &[6]).unwrap_err().to_string(),
            "tensor 'b': expected shape [6], found [2, 3]"
        );
    }

    #[test]
    fn hostile_files_are_refused() {
        let error = |content: &[u8]| TensorFile::from_bytes(content).unwrap_err();
        assert_eq!(error(b"short"), TensorError::Short);
        assert_eq!(error(&[255; 40]), TensorError::Length);
        assert_eq!(error(&file("[]", 0)), TensorError::Header { at: 0 });
        assert_eq!(error(&file("{}", 1)), TensorError::Gaps);
        assert_eq!(error(&file("{\"__metadata__\":{\"a\":1}}", 0)), TensorError::Metadata);
        let entry = |fields: &str| file(&format!("{{\"a\":{{{fields}}}}}"), 8);
        let name = || "a".to_owned();
        for fields in [
            "\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":[0,8]",
            "\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]",
            "\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]",
            "\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,0]",
            "\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0]",
            "\"dtype\":\"F32\",\"shape\":[4294967296,4294967296,2],\"data_offsets\":[0,8]",
            "\"dtype\":\"F32\",\"shape\":[2],\"shape\":[2],\"data_offsets\":[0,8]",
            "\"dtype\":\"F32\",\"shape\":[2]",
        ] {
            assert_eq!(error(&entry(fields)), TensorError::Entry { name: name() }, "{fields}");
        }
        let half = "\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]";
        assert_eq!(error(&entry(half)), TensorError::Gaps);
        let two = format!("{{\"a\":{{{half}}},\"a\":{{{half}}}}}");
        assert_eq!(error(&file(&two, 8)), TensorError::Twice { name: name() });
        let mut infinite = entry("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]");
        let last = infinite.len() - 1;
        infinite[last - 1..].copy_from_slice(&[0x80, 0x7f]);
        assert_eq!(error(&infinite), TensorError::NotFinite { name: name() });
    }

    #[test]
    fn damaged_files_never_panic() {
        let mut random = Random::new(1);
        let content = example().to_bytes();
        for _ in 0..20_000 {
            let mut damaged = content.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(damaged.len() as u32) as usize;
                damaged[at] = random.word() as u8;
            }
            damaged.truncate(random.below(2 * content.len() as u32) as usize);
            if let Ok(read) = TensorFile::from_bytes(&damaged) {
                assert_eq!(TensorFile::from_bytes(&read.to_bytes()), Ok(read));
            }
        }
    }
}
