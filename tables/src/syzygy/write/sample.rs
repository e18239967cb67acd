//! The positions by which orders of men are compared: some stretches of the index.

/// The numbers that choose the stretches: the additive generator of the published
/// files' program, whose first numbers were those of the C library that its author
/// had, after the seed 1.
#[derive(Clone, Debug)]
pub struct Draws {
    state: [i32; 31],
    front: usize,
    rear: usize,
}

impl Draws {
    pub fn new() -> Self {
        Self {
            state: STATE,
            front: 3,
            rear: 0,
        }
    }

    fn draw(&mut self) -> u64 {
        let sum = self.state[self.front].wrapping_add(self.state[self.rear]);
        self.state[self.front] = sum;
        self.front = (self.front + 1) % self.state.len();
        self.rear = (self.rear + 1) % self.state.len();
        (sum as u32 >> 1).into()
    }

    fn long(&mut self) -> u64 {
        let first = self.draw();
        (first << 24) + self.draw()
    }
}

/// Stretches of the index, each of the same length.
#[derive(Clone, Debug)]
pub struct Sample {
    pub starts: Vec<u64>,
    pub length: usize,
}

impl Sample {
    /// The stretches of a table of `size` positions of some men.
    pub fn new(size: u64, men: usize, draws: &mut Draws) -> Self {
        /// The length of a stretch of a large table.
        const LENGTH: u64 = 16_384;
        /// Tables up to this size are sampled as a whole.
        const SMALL: u64 = 100_000;
        if men <= 3 || size <= SMALL {
            let length = size as usize;
            return Self {
                starts: vec![0],
                length,
            };
        }
        let (count, length) = if men == 4 || 1001 * LENGTH >= size {
            (100, size / 100)
        } else if men == 5 {
            (500, LENGTH)
        } else {
            (1000, LENGTH)
        };
        let starts = size - count * length + 1;
        let mut starts: Vec<u64> = (0..count).map(|_| draws.long() % starts).collect();
        starts.sort_unstable();
        for (at, start) in (0..).zip(&mut starts) {
            *start += at * length;
        }
        Self {
            starts,
            length: length as usize,
        }
    }
}

const STATE: [i32; 31] = [
    -1_726_662_223,
    379_960_547,
    1_735_697_613,
    1_040_273_694,
    1_313_901_226,
    1_627_687_941,
    -179_304_937,
    -2_073_333_483,
    1_780_058_412,
    -1_989_503_057,
    -615_974_602,
    344_556_628,
    939_512_070,
    -1_249_116_260,
    1_507_946_756,
    -812_545_463,
    154_635_395,
    1_388_815_473,
    -1_926_676_823,
    525_320_961,
    -1_009_028_674,
    968_117_788,
    -123_449_607,
    1_284_210_865,
    435_012_392,
    -2_017_506_339,
    -911_064_859,
    -370_259_173,
    1_132_637_927,
    1_398_500_161,
    -205_601_318,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// random() of the C library after srandom(1).
    #[test]
    fn draws_are_those_of_the_c_library() {
        let mut draws = Draws::new();
        let first = [
            1_804_289_383,
            846_930_886,
            1_681_692_777,
            1_714_636_915,
            1_957_747_793,
        ];
        assert_eq!(first.map(|_| draws.draw()), first);
        // Two draws make one number.
        assert_eq!(draws.long(), (424_238_335 << 24) + 719_885_386);
    }

    #[test]
    fn sizes_decide_how_many_stretches_there_are() {
        let mut draws = Draws::new();
        let shape = |size, men, draws: &mut Draws| {
            let sample = Sample::new(size, men, draws);
            (sample.starts.len(), sample.length)
        };
        assert_eq!(shape(100_000, 4, &mut draws), (1, 100_000));
        assert_eq!(shape(400_000, 3, &mut draws), (1, 400_000));
        assert_eq!(draws.draw(), 1_804_289_383, "one stretch draws nothing");
        assert_eq!(shape(100_001, 4, &mut draws), (100, 1000));
        assert_eq!(shape(1001 * 16_384, 5, &mut draws), (100, 164_003));
        assert_eq!(shape(1001 * 16_384 + 1, 5, &mut draws), (500, 16_384));
        assert_eq!(shape(6_000_000_000, 6, &mut draws), (1000, 16_384));
    }

    #[test]
    fn stretches_do_not_overlap() {
        let sample = Sample::new(1_911_252, 4, &mut Draws::new());
        let mut two = sample.starts.windows(2);
        assert!(two.all(|two| two[1] - two[0] >= 19_112));
        assert!(sample.starts[99] + 19_112 <= 1_911_252);
    }
}
