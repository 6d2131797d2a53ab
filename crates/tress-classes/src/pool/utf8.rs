//! The text encoding of class files: UTF-8 for each unit of UTF-16, with zero in two bytes.

/// The units, or the byte at which there is no text.
pub(super) fn units(bytes: &[u8]) -> Result<Vec<u16>, usize> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&first) = bytes.get(at) {
        let follow = |distance: usize| match bytes.get(at + distance) {
            Some(byte) if byte & 0xc0 == 0x80 => Ok(u16::from(byte & 0x3f)),
            _ => Err(at),
        };
        let (unit, length) = match first {
            0x01..=0x7f => (u16::from(first), 1),
            0xc0..=0xdf => (u16::from(first & 0x1f) << 6 | follow(1)?, 2),
            0xe0..=0xef => (u16::from(first & 0x0f) << 12 | follow(1)? << 6 | follow(2)?, 3),
            _ => return Err(at),
        };
        units.push(unit);
        at += length;
    }
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_has_its_bytes() {
        assert_eq!(units(b"ab"), Ok(vec![0x61, 0x62]));
        assert_eq!(units(&[0xc0, 0x80]), Ok(vec![0]), "zero takes two bytes");
        assert_eq!(units(&[0xe2, 0x82, 0xac]), Ok(vec![0x20ac]));
        assert_eq!(units(&[0xed, 0xa0, 0x80]), Ok(vec![0xd800]), "halves of pairs are units like others");
    }

    #[test]
    fn other_bytes_are_refused_with_their_position() {
        for (wrong, position) in
            [(&[0x61, 0][..], 1), (&[0xf0, 0x9f, 0x98, 0x80], 0), (&[0xe2, 0x82], 0), (&[0x80], 0)]
        {
            assert_eq!(units(wrong), Err(position), "{wrong:x?}");
        }
    }
}
