//! A slice that is read from front to back, and knows its position in the file.

use crate::error::ClassError;

/// Big-endian numbers, one after the other.
#[derive(Clone)]
pub(crate) struct Bytes<'file> {
    data: &'file [u8],
    at: usize,
    /// Where `data` begins in the file.
    base: usize,
}

impl<'file> Bytes<'file> {
    pub(crate) fn new(data: &'file [u8], base: usize) -> Self {
        Bytes { data, at: 0, base }
    }

    /// The position in the file.
    pub(crate) fn position(&self) -> usize {
        self.base + self.at
    }

    /// How many bytes of the slice were read.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    pub(crate) fn left(&self) -> usize {
        self.data.len() - self.at
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'file [u8], ClassError> {
        if count > self.left() {
            let what = format!("{count} bytes are needed, {} are left", self.left());
            return Err(ClassError::new(self.position(), what));
        }
        let taken = &self.data[self.at..self.at + count];
        self.at += count;
        Ok(taken)
    }

    /// The next `count` bytes as a reader of their own.
    pub(crate) fn part(&mut self, count: usize) -> Result<Bytes<'file>, ClassError> {
        let base = self.position();
        Ok(Bytes::new(self.take(count)?, base))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ClassError> {
        let taken = self.take(N)?;
        Ok(taken.try_into().expect("as many bytes as were taken"))
    }

    pub(crate) fn u8(&mut self) -> Result<u8, ClassError> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    pub(crate) fn i8(&mut self) -> Result<i8, ClassError> {
        Ok(i8::from_be_bytes(self.array()?))
    }

    pub(crate) fn u16(&mut self) -> Result<u16, ClassError> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    pub(crate) fn i16(&mut self) -> Result<i16, ClassError> {
        Ok(i16::from_be_bytes(self.array()?))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, ClassError> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    pub(crate) fn i32(&mut self) -> Result<i32, ClassError> {
        Ok(i32::from_be_bytes(self.array()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, ClassError> {
        Ok(u64::from_be_bytes(self.array()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_big_endian_and_know_their_position() {
        let mut bytes = Bytes::new(&[1, 2, 0xff, 0xfe, 9], 100);
        assert_eq!(bytes.u16(), Ok(0x0102));
        assert_eq!(bytes.i16(), Ok(-2));
        assert_eq!(bytes.position(), 104);
        let problem = bytes.u32().unwrap_err();
        assert_eq!(problem.to_string(), "byte 104: 4 bytes are needed, 1 are left");
        assert_eq!(bytes.u8(), Ok(9), "a failed read takes nothing");
    }

    #[test]
    fn a_part_stands_in_the_same_file() {
        let mut bytes = Bytes::new(&[1, 2, 3], 10);
        let mut part = bytes.part(2).expect("two bytes are there");
        part.u8().expect("one byte is there");
        assert_eq!((part.position(), part.left()), (11, 1));
        assert!(bytes.part(2).is_err());
    }
}
