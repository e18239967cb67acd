//! Circuits of conjunctions: the formulas that a solver is asked about.
//!
//! A [`Circuit`] holds and-gates over inputs. Gates with the same operands are one gate, and what
//! constants decide is no gate at all, so that a circuit for a known square costs little.

use std::io::{self, Write};
use std::ops::Not;

use rustc_hash::FxHashMap;

/// A signal of a circuit, or its opposite.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The constant that is false.
    pub const FALSE: Self = Self(0);
    /// The constant that is true.
    pub const TRUE: Self = Self(1);

    /// The constant for a truth.
    pub fn constant(truth: bool) -> Self {
        if truth { Self::TRUE } else { Self::FALSE }
    }

    /// Its truth, if it is a constant.
    pub fn known(self) -> Option<bool> {
        (self.node() == 0).then_some(self.is_opposite())
    }

    /// The number of its gate or input.
    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_opposite(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Gates, each after those that it depends on.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// The operands of each gate; `None` for inputs, and for the constant in the first place.
    nodes: Vec<Option<[Lit; 2]>>,
    made: FxHashMap<[Lit; 2], Lit>,
}

impl Default for Circuit {
    fn default() -> Self {
        Self {
            nodes: vec![None],
            made: FxHashMap::default(),
        }
    }
}

impl Circuit {
    /// How many gates and inputs it has.
    pub fn size(&self) -> usize {
        self.nodes.len() - 1
    }

    /// A new free signal.
    pub fn input(&mut self) -> Lit {
        self.add(None)
    }

    fn add(&mut self, node: Option<[Lit; 2]>) -> Lit {
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        Lit(number << 1)
    }

    /// Both.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let [a, b] = if a <= b { [a, b] } else { [b, a] };
        match (a, b) {
            (Lit::FALSE, _) => Lit::FALSE,
            (Lit::TRUE, _) => b,
            _ if a == b => a,
            _ if a == !b => Lit::FALSE,
            _ => {
                if let Some(&known) = self.made.get(&[a, b]) {
                    return known;
                }
                let made = self.add(Some([a, b]));
                self.made.insert([a, b], made);
                made
            }
        }
    }

    /// At least one.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exactly one.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        if a.known().is_some() || b.known().is_some() || a == b || a == !b {
            let both = self.and(a, b);
            let none = self.and(!a, !b);
            return self.and(!both, !none);
        }
        // The opposites go outside, so that equal gates are found.
        let outside = a.is_opposite() ^ b.is_opposite();
        let [a, b] = [Lit(a.0 & !1), Lit(b.0 & !1)];
        let both = self.and(a, b);
        let none = self.and(!a, !b);
        let xor = self.and(!both, !none);
        if outside { !xor } else { xor }
    }

    /// Whether both are the same.
    pub fn equal(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// One of two signals, by a condition.
    pub fn choose(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        if yes == no {
            return yes;
        }
        let yes = self.and(condition, yes);
        let no = self.and(!condition, no);
        self.or(yes, no)
    }

    /// All of some.
    pub fn all(&mut self, of: impl IntoIterator<Item = Lit>) -> Lit {
        of.into_iter()
            .fold(Lit::TRUE, |all, one| self.and(all, one))
    }

    /// Any of some.
    pub fn any(&mut self, of: impl IntoIterator<Item = Lit>) -> Lit {
        of.into_iter()
            .fold(Lit::FALSE, |any, one| self.or(any, one))
    }

    /// The truth of every signal, 64 trials at once, for given inputs; other inputs are false.
    pub fn run(&self, inputs: impl IntoIterator<Item = (Lit, u64)>) -> Run {
        let mut values = vec![0; self.nodes.len()];
        for (input, trials) in inputs {
            let flip = if input.is_opposite() { !0 } else { 0 };
            values[input.node()] = trials ^ flip;
        }
        for (number, node) in self.nodes.iter().enumerate() {
            if let Some([a, b]) = node {
                values[number] = value(&values, *a) & value(&values, *b);
            }
        }
        Run(values)
    }

    /// Clauses that hold together exactly if all of some signals can be true.
    pub fn cnf(&self, asserted: &[Lit]) -> Cnf {
        let mut cnf = Cnf::default();
        let mut needed = vec![false; self.nodes.len()];
        for one in asserted {
            needed[one.node()] = true;
        }
        for number in (0..self.nodes.len()).rev() {
            if let (true, Some(operands)) = (needed[number], self.nodes[number]) {
                for one in operands {
                    needed[one.node()] = true;
                }
            }
        }
        let mut variables = vec![0; self.nodes.len()];
        for number in (1..self.nodes.len()).filter(|&number| needed[number]) {
            cnf.variables += 1;
            variables[number] = cnf.variables;
            if let Some(operands) = self.nodes[number] {
                let [a, b] = operands.map(|one| signed(&variables, one));
                let gate = cnf.variables;
                cnf.clauses
                    .extend([vec![-gate, a], vec![-gate, b], vec![gate, -a, -b]]);
            }
        }
        for &one in asserted {
            match one.known() {
                Some(true) => {}
                Some(false) => cnf.clauses.push(Vec::new()),
                None => cnf.clauses.push(vec![signed(&variables, one)]),
            }
        }
        cnf.of_nodes = variables;
        cnf
    }
}

fn value(values: &[u64], of: Lit) -> u64 {
    let value = values[of.node()];
    if of.is_opposite() { !value } else { value }
}

fn signed(variables: &[i32], of: Lit) -> i32 {
    let variable = variables[of.node()];
    if of.is_opposite() {
        -variable
    } else {
        variable
    }
}

/// The truth of every signal in 64 trials.
#[derive(Clone, Debug)]
pub struct Run(Vec<u64>);

impl Run {
    /// In which trials a signal is true, one bit each.
    pub fn trials(&self, of: Lit) -> u64 {
        value(&self.0, of)
    }
}

/// Clauses over the variables 1, 2, ...; a negative number is the opposite of a variable.
#[derive(Clone, Default, Debug)]
pub struct Cnf {
    /// The greatest variable.
    pub variables: i32,
    /// Each clause wants one of its literals. An empty one is never true.
    pub clauses: Vec<Vec<i32>>,
    /// The variable of each gate and input, or 0.
    of_nodes: Vec<i32>,
}

impl Cnf {
    /// What a solution says of the inputs of its circuit.
    pub fn inputs(&self, circuit: &Circuit, solution: &[bool]) -> Vec<(Lit, u64)> {
        let inputs = circuit.nodes.iter().enumerate().skip(1);
        let inputs = inputs.filter(|(_, node)| node.is_none());
        let value = |(number, _): (usize, &Option<[Lit; 2]>)| {
            let variable = *self.of_nodes.get(number)?;
            let is_true = *solution.get(usize::try_from(variable).ok()?)?;
            Some((
                Lit((number as u32) << 1),
                u64::from(is_true && variable != 0),
            ))
        };
        inputs.filter_map(value).collect()
    }

    /// Writes it as DIMACS.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write_dimacs(&self, mut to: impl Write) -> io::Result<()> {
        writeln!(to, "p cnf {} {}", self.variables, self.clauses.len())?;
        for clause in &self.clauses {
            clause.iter().try_for_each(|one| write!(to, "{one} "))?;
            writeln!(to, "0")?;
        }
        to.flush()
    }

    /// The literal of a signal; `None` for constants and for what is not needed.
    pub fn literal(&self, of: Lit) -> Option<i32> {
        let literal = signed(&self.of_nodes, of);
        (literal != 0).then_some(literal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_are_shared_and_constants_fold() {
        let mut circuit = Circuit::default();
        let [a, b] = [(); 2].map(|()| circuit.input());
        let both = circuit.and(a, b);
        assert_eq!(circuit.and(b, a), both);
        assert_eq!(circuit.and(a, !a), Lit::FALSE);
        assert_eq!(circuit.or(a, Lit::TRUE), Lit::TRUE);
        assert_eq!(circuit.xor(a, Lit::FALSE), a);
        assert_eq!(circuit.xor(a, Lit::TRUE), !a);
        assert_eq!(circuit.xor(a, a), Lit::FALSE);
        assert_eq!(circuit.xor(!a, b), circuit.equal(a, b));
        assert_eq!(circuit.choose(a, b, b), b);
    }

    #[test]
    fn gates_mean_what_they_say() {
        let mut circuit = Circuit::default();
        let [a, b, c] = [(); 3].map(|()| circuit.input());
        let xor = circuit.xor(a, !b);
        let choice = circuit.choose(a, !b, c);
        let run = circuit.run([(a, 0b1111_0000), (b, 0b1100_1100), (c, 0b1010_1010)]);
        assert_eq!(run.trials(xor) & 0xff, 0b1100_0011);
        assert_eq!(run.trials(choice) & 0xff, 0b0011_1010);
        let cnf = circuit.cnf(&[xor, choice]);
        // Every trial satisfies the clauses exactly if both signals are true.
        for trial in 0..8 {
            let is_true = |literal: i32| {
                let node = cnf.of_nodes.iter().position(|&of| of == literal.abs());
                let bit = node.is_some_and(|node| run.0[node] >> trial & 1 == 1);
                bit == (literal > 0)
            };
            let holds = cnf
                .clauses
                .iter()
                .all(|clause| clause.iter().any(|&of| is_true(of)));
            let wanted = run.trials(xor) & run.trials(choice);
            assert_eq!(holds, wanted >> trial & 1 == 1, "{trial}");
        }
        assert_eq!(circuit.cnf(&[Lit::FALSE]).clauses, [vec![0; 0]]);
    }
}
