//! A shared library as a recognizer.

use std::{
    array,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
    time::{Duration, Instant},
};

use drawproof_evaluate::{
    Allowance, Doubt, Judge, JudgeError, OneSided, Recognizer, Rows, Sheet, Verdicts, positions,
};
use drawproof_language::{Claim, Limit, RuleInfo, RuleKind, SymmetryGroup};
use drawproof_system::Guard;
use drawproof_tables::{Material, Placement, Symmetry, VisibleName, WdlSet, visible};
use shakmaty::{Chess, Color, Position, Square};

use crate::{
    PluginError,
    abi::Function,
    process::{NoReply, NotStarted, Process, Stop},
    progress::Doing,
    protocol::{EXCHANGED, Hello, RESULTS, Reply, Request},
};

/// The program whose processes load libraries, by calling
/// [`serve`](crate::serve).
#[derive(Clone, Debug)]
pub struct Host {
    /// The program.
    pub program: PathBuf,
    /// Its first arguments, before the library, the class and a file.
    pub arguments: Vec<OsString>,
    /// How this program is started as a guard.
    pub guard: Guard,
    /// How long a library may take.
    pub limits: Limits,
}

/// How long a library may take.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For one position.
    pub timeout: Duration,
    /// For all of them, from the first one on.
    pub total_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(10),
            total_timeout: Duration::from_hours(24),
        }
    }
}

/// A shared library that defines the functions of `drawproof.h`, asked for
/// the positions of one class.
///
/// It has one rule for each claim that its function can make, named after the
/// function that is asked.
pub struct Plugin {
    host: Host,
    name: String,
    path: PathBuf,
    sha256: String,
    material: Material,
    function: Function,
    /// One for each claim that the function can make.
    rules: Vec<RuleInfo>,
    /// Processes that wait for work, as many as threads have asked at the same
    /// time.
    idle: Mutex<Vec<Process>>,
    /// When it was asked for the first time.
    begun: OnceLock<Instant>,
}

impl Plugin {
    /// Loads a library in a first process.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, cannot be loaded, lacks a function, is
    /// made for another version of the interface or stops at once.
    pub fn open(host: Host, file: &Path, material: &Material) -> Result<Self, PluginError> {
        let name = file.shown();
        let read = |error| PluginError::Read {
            path: name.clone(),
            error,
        };
        // Without a folder the loader would search the system's folders.
        let path = file.canonicalize().map_err(read)?;
        let mut plugin = Self {
            host,
            sha256: sha256_of(&path).map_err(read)?,
            path,
            material: material.clone(),
            function: Function::IsDraw,
            rules: Vec::new(),
            idle: Mutex::default(),
            begun: OnceLock::new(),
            name,
        };
        let (first, function) = plugin.start().map_err(|error| plugin.explain(error))?;
        plugin.idle().push(first);
        plugin.function = function;
        plugin.rules = rules(function);
        Ok(plugin)
    }

    /// Checks that the file has not changed: each process reads it again.
    ///
    /// # Errors
    ///
    /// If it has.
    pub fn check_unchanged(&self) -> Result<(), PluginError> {
        let path = || self.name.clone();
        match sha256_of(&self.path) {
            Ok(sum) if sum == self.sha256 => Ok(()),
            Ok(_) => Err(PluginError::Changed { path: path() }),
            Err(error) => Err(PluginError::Read {
                path: path(),
                error,
            }),
        }
    }

    /// The results that the library leaves possible in one position of the
    /// class, or why there is no valid answer. It is asked as by [`Recognizer`], with colours
    /// exchanged as well; the answer is the one for the colours as given.
    ///
    /// # Errors
    ///
    /// If the library cannot be asked at all.
    pub fn says(&self, position: &Chess) -> Result<Result<WdlSet, String>, JudgeError> {
        let placed = Placement::of(position);
        let (material, placement, flipped) =
            placed.map_err(|error| JudgeError::Unavailable(error.to_string()))?;
        if material != self.material {
            let reason = format!("the position is of {material}, not of {}", self.material);
            return Err(JudgeError::Unavailable(reason));
        }
        let turned = |square: Square| {
            if flipped {
                square.flip_vertical()
            } else {
                square
            }
        };
        let (row, column) = match *placement.squares {
            [.., row, column] if placement.squares.len() > 3 => (row, column),
            [.., column] => (Square::A1, column),
            [] => (Square::A1, Square::A1),
        };
        let fixed = placement.squares.len().saturating_sub(2).max(2);
        let at = (usize::from(row), column.to_u32());
        let mut legal = [0; 64];
        legal[at.0] = 1 << at.1;
        let sheet = Sheet {
            fixed: &placement.squares[..fixed],
            legal: &legal,
        };
        let mut verdicts = Verdicts::new(self.rules.len());
        verdicts.allow(Allowance {
            stops: 1,
            doubts: 1,
        });
        let judge = PluginJudge {
            plugin: self,
            turn: placement.turn,
        };
        judge.judge(
            &sheet,
            position.legal_ep_square().map(turned),
            &mut verdicts,
        )?;
        if let Some(doubt) = verdicts.doubts().first() {
            return Ok(Err(doubt.what.clone()));
        }
        let has = |rows: &Rows| rows[at.0] >> at.1 & 1 != 0;
        let mut one_sided = verdicts.one_sided().iter();
        let as_asked = one_sided.find(|of| has(if flipped { &of.exchanged } else { &of.as_it_is }));
        let rule = (0..self.rules.len()).find(|&rule| verdicts.of(rule).is_some_and(has));
        let rule = rule.or(as_asked.map(|of| of.rule));
        let claim = rule.and_then(|rule| self.rules[rule].kind.claim());
        Ok(Ok(
            claim.map_or(WdlSet::ALL, |claim| claim.allows(placement.turn))
        ))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Process>> {
        // The list is consistent even after a panic.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self) -> Result<(Process, Function), NotStarted> {
        let mut command = Command::new(&self.host.program);
        command
            .args(&self.host.arguments)
            .arg(&self.path)
            .arg(self.material.to_string());
        Process::start(&self.host.guard, command, self.host.limits.timeout)
    }

    /// When the time for all positions is up.
    fn deadline(&self) -> Instant {
        let begun = *self.begun.get_or_init(Instant::now);
        // The clock cannot count further; this is longer than any run.
        let far = Duration::from_secs(u64::from(u32::MAX));
        begun + self.host.limits.total_timeout.min(far)
    }

    /// A process that waits for work, or a new one. The inner `Err` means that
    /// the library cannot be loaded any more.
    fn process(&self) -> Result<Result<Process, Stop>, JudgeError> {
        if let Some(process) = self.idle().pop() {
            return Ok(Ok(process));
        }
        match self.start() {
            Ok((process, _)) => Ok(Ok(process)),
            Err(NotStarted::Stopped(stop)) => Ok(Err(stop)),
            Err(error @ NotStarted::Refused(_)) => Ok(Err(Stop {
                doing: Doing::Loading,
                what: self.explain(error).to_string(),
            })),
            Err(error @ NotStarted::System(_)) => {
                Err(JudgeError::Unavailable(self.explain(error).to_string()))
            }
        }
    }

    fn explain(&self, error: NotStarted) -> PluginError {
        let path = self.name.clone();
        match error {
            NotStarted::System(error) => PluginError::Start { path, error },
            NotStarted::Stopped(stop) => PluginError::Loading {
                path,
                what: stop.what,
            },
            NotStarted::Refused(Hello::Missing(function)) => {
                PluginError::Missing { path, function }
            }
            NotStarted::Refused(Hello::Version(found)) => PluginError::Version { path, found },
            NotStarted::Refused(Hello::NotLoaded(reason)) => PluginError::Load {
                path,
                reason: visible(&reason).into_owned(),
            },
            NotStarted::Refused(Hello::Ready(_)) => PluginError::Load {
                path,
                reason: "it was loaded".into(),
            },
        }
    }
}

impl Recognizer for Plugin {
    fn source_name(&self) -> &str {
        &self.name
    }

    fn sha256(&self) -> &str {
        &self.sha256
    }

    fn material(&self) -> &Material {
        &self.material
    }

    fn rules(&self) -> &[RuleInfo] {
        &self.rules
    }

    /// No symmetry is assumed.
    fn group(&self) -> SymmetryGroup {
        SymmetryGroup::of(|symmetry| symmetry == Symmetry::IDENTITY)
    }

    fn judges_en_passant(&self) -> bool {
        true
    }

    fn judge(&self, turn: Color) -> Box<dyn Judge + '_> {
        let plugin = self;
        Box::new(PluginJudge { plugin, turn })
    }
}

/// Asks a library for sheets with one side to move.
struct PluginJudge<'a> {
    plugin: &'a Plugin,
    turn: Color,
}

impl Judge for PluginJudge<'_> {
    fn sheet(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), JudgeError> {
        self.judge(sheet, None, verdicts)
    }

    fn sheet_with_en_passant(
        &mut self,
        sheet: &Sheet,
        square: Square,
        verdicts: &mut Verdicts,
    ) -> Result<(), JudgeError> {
        self.judge(sheet, Some(square), verdicts)
    }
}

impl PluginJudge<'_> {
    fn judge(
        &self,
        sheet: &Sheet,
        en_passant: Option<Square>,
        verdicts: &mut Verdicts,
    ) -> Result<(), JudgeError> {
        verdicts.clear();
        let mut trouble = Trouble::default();
        let mut asked = *sheet.legal;
        while is_any(&asked) {
            if trouble.stops >= verdicts.allowance().stops {
                trouble.leave(&asked);
                break;
            }
            if Instant::now() >= self.plugin.deadline() {
                trouble.out_of_time(self.plugin.host.limits.total_timeout, &asked);
                break;
            }
            let stop = match self.ask(sheet, en_passant, &asked)? {
                Ok(reply) => {
                    trouble.compare(self.plugin.function, &reply, &asked, verdicts);
                    break;
                }
                Err(NoReply::Stopped(stop)) => stop,
                // The deadline is handled above.
                Err(NoReply::OutOfTime) => continue,
            };
            trouble.stop(&stop, &mut asked);
        }
        verdicts.doubt(&trouble.positions, trouble.doubts, trouble.stops);
        Ok(())
    }

    fn ask(
        &self,
        sheet: &Sheet,
        en_passant: Option<Square>,
        legal: &Rows,
    ) -> Result<Result<Reply, NoReply>, JudgeError> {
        let mut process = match self.plugin.process()? {
            Ok(process) => process,
            Err(stop) => return Ok(Err(stop.into())),
        };
        let request = Request {
            number: 0,
            turn: self.turn,
            en_passant,
            fixed: sheet.fixed.iter().copied().collect(),
            legal: *legal,
        };
        let answer = process.ask(request, self.plugin.deadline());
        if answer.is_ok() {
            self.plugin.idle().push(process);
        }
        Ok(answer)
    }
}

/// The positions of a sheet without a valid verdict.
struct Trouble {
    positions: Rows,
    doubts: Vec<Doubt>,
    stops: usize,
}

impl Default for Trouble {
    fn default() -> Self {
        Self {
            positions: [0; 64],
            doubts: Vec::new(),
            stops: 0,
        }
    }
}

impl Trouble {
    /// Marks all these positions as without a verdict.
    fn leave(&mut self, positions: &Rows) {
        for (row, &more) in self.positions.iter_mut().zip(positions) {
            *row |= more;
        }
    }

    /// The time for all positions is up: marks these as without a verdict.
    fn out_of_time(&mut self, total: Duration, positions: &Rows) {
        self.doubts.push(Doubt {
            at: first_of(positions),
            exchanged: false,
            what: format!(
                "the time for all positions, {} s, was over before there was an answer; \
                 --total-timeout allows more",
                total.as_secs_f64()
            ),
        });
        self.leave(positions);
    }

    /// A process stopped: removes the position at fault from those still to be
    /// asked, or all of them if it is unknown.
    fn stop(&mut self, stop: &Stop, asked: &mut Rows) {
        self.stops += 1;
        let is_asked = |(row, column): (usize, u32)| asked[row] >> column & 1 != 0;
        match stop.doing {
            Doing::Asking { pass, at } if is_asked(at) => {
                let (row, column) = at;
                asked[row] &= !(1 << column);
                self.positions[row] |= 1 << column;
                self.doubts.push(Doubt {
                    at,
                    exchanged: EXCHANGED[pass],
                    what: stop.what.clone(),
                });
            }
            _ => {
                self.doubts.push(Doubt {
                    at: first_of(asked),
                    exchanged: false,
                    what: format!("before this position was asked for, {}", stop.what),
                });
                self.leave(asked);
                *asked = [0; 64];
            }
        }
    }

    /// The claims of a reply, except where it contradicts itself.
    fn compare(
        &mut self,
        function: Function,
        reply: &Reply,
        asked: &Rows,
        verdicts: &mut Verdicts,
    ) {
        let [first, exchanged, exchanged_again, again] = &reply.excluded;
        let mut different: Rows = array::from_fn(|row| {
            let differs = (0..RESULTS).fold(0, |all, result| {
                let as_it_is = first[result][row] ^ again[result][row];
                all | as_it_is | (exchanged[result][row] ^ exchanged_again[result][row])
            });
            differs & asked[row]
        });
        for odd in &reply.odd {
            different[odd.at.0] |= asked[odd.at.0] & 1 << odd.at.1;
        }
        for at in positions(&different).take(verdicts.allowance().doubts) {
            self.doubts.push(contradiction(function, reply, at));
        }
        self.leave(&different);
        let mut one_sided = Vec::new();
        for (rule, &claim) in function.claims().iter().enumerate() {
            let claimed = |excluded: &[Rows; RESULTS]| claimed(claim, excluded);
            let (as_it_is, turned) = (claimed(first), claimed(exchanged));
            let reliable = |row: usize| asked[row] & !different[row];
            let both = |row: usize| as_it_is[row] & turned[row] & reliable(row);
            verdicts.set(rule, &array::from_fn(both));
            let of_one = OneSided {
                rule,
                as_it_is: array::from_fn(|row| as_it_is[row] & !turned[row] & reliable(row)),
                exchanged: array::from_fn(|row| turned[row] & !as_it_is[row] & reliable(row)),
            };
            if is_any(&of_one.either()) {
                one_sided.push(of_one);
            }
        }
        verdicts.set_one_sided(one_sided);
    }
}

/// Where just the results of a claim are left.
fn claimed(claim: Claim, excluded: &[Rows; RESULTS]) -> Rows {
    // These claims do not depend on the side to move.
    let results = claim.allows(Color::White).bits();
    array::from_fn(|row| {
        (0..RESULTS).fold(!0, |all, result| {
            let is_excluded = excluded[result][row];
            all & if results >> result & 1 == 0 {
                is_excluded
            } else {
                !is_excluded
            }
        })
    })
}

/// What is wrong with the answers for a position.
fn contradiction(function: Function, reply: &Reply, at: (usize, u32)) -> Doubt {
    if let Some(odd) = reply.odd.iter().find(|odd| odd.at == at) {
        return Doubt {
            at,
            exchanged: EXCHANGED[odd.pass],
            what: format!("it answered {}, which is {}", odd.value, function.answers()),
        };
    }
    let (row, column) = at;
    let word = |pass: usize| {
        let excluded = &reply.excluded[pass];
        let has = |claim: &&Claim| claimed(**claim, excluded)[row] >> column & 1 != 0;
        let claim = function.claims().iter().find(has);
        claim.map_or("no claim", |claim| claim.name())
    };
    let [pass, later] = if word(0) == word(3) { [1, 2] } else { [0, 3] };
    Doubt {
        at,
        exchanged: EXCHANGED[pass],
        what: format!(
            "it answered {} and, asked again, {}",
            word(pass),
            word(later)
        ),
    }
}

/// A rule for each claim of a function.
fn rules(function: Function) -> Vec<RuleInfo> {
    let claims = function.claims().iter();
    let rule = |&claim: &Claim| RuleInfo {
        name: match function {
            Function::IsDraw => function.name().into(),
            Function::Results => format!("{}: {}", function.name(), claim.name()),
        },
        reason: String::new(),
        kind: RuleKind::Claims(claim),
        limit: Limit::Both,
        line: 0,
        span: 0..0,
    };
    claims.map(rule).collect()
}

fn first_of(rows: &Rows) -> (usize, u32) {
    positions(rows).next().unwrap_or_default()
}

fn is_any(rows: &Rows) -> bool {
    rows.iter().any(|&row| row != 0)
}

fn sha256_of(path: &Path) -> std::io::Result<String> {
    drawproof_system::read_regular(path).map(drawproof_tables::sha256)
}
