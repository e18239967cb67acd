//! No process outlives the run that started it, and no run exceeds its time
//! limit.

use std::{
    error::Error,
    fs,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{KRK, Outcome, Workshop, report, total};

/// Longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_mins(1);

/// Waits until a condition holds.
fn wait_until(mut is_so: impl FnMut() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if is_so() {
            return true;
        }
        thread::sleep(Duration::from_millis(10));
    }
    false
}

fn signal(name: &str, pid: &str) -> std::io::Result<bool> {
    let output = Command::new("kill")
        .args(["-s", name, "--", pid])
        .output()?;
    Ok(output.status.success())
}

/// The processes that were recorded in a file.
fn noted(pids: &Path) -> Vec<String> {
    let text = fs::read_to_string(pids).unwrap_or_default();
    text.lines().map(String::from).collect()
}

/// None of them exists any more.
fn are_gone(pids: &Path) -> bool {
    let is_gone = |pid: &String| !signal("0", pid).unwrap_or(true);
    wait_until(|| noted(pids).iter().all(is_gone))
}

/// The program, which ends by Ctrl-C even if the tests were started by a shell
/// that ignores it in the background.
fn drawproof(pids: &Path) -> Command {
    let mut command = if cfg!(target_os = "linux") {
        let mut command = Command::new("env");
        command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_drawproof")]);
        command
    } else {
        Command::new(env!("CARGO_BIN_EXE_drawproof"))
    };
    command.env("DRAWPROOF_TEST_PIDS", pids);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.process_group(0);
    command
}

/// Stops a run once `count` processes are recorded, by a signal to its whole
/// process group, as a terminal sends it.
fn stopped(mut run: Child, name: &str, pids: &Path, count: usize) -> Outcome {
    assert!(wait_until(|| noted(pids).len() >= count), "{name}");
    assert!(signal(name, &format!("-{}", run.id()))?, "{name}");
    let is_over = wait_until(|| matches!(run.try_wait(), Ok(Some(_))));
    if !is_over {
        run.kill()?;
    }
    assert!(is_over, "{name}");
    assert!(are_gone(pids), "{name}");
    Ok(())
}

#[test]
fn what_a_library_forks_ends_with_the_run() -> Outcome {
    let workshop = Workshop::new()?;
    for (how, code) in [("FORKS", 0), ("FORKS_AND_HANGS", 2)] {
        let Some(library) = workshop.misbehaving(how)? else {
            return Ok(());
        };
        let pids = workshop.file(how);
        let mut run = drawproof(&pids);
        run.args(["verify", "KRK", "--timeout", "0.5", "--library"]);
        assert_eq!(run.arg(&library).status()?.code(), Some(code), "{how}");
        // It was asked at most twice.
        assert_eq!(noted(&pids).len(), 2, "{how}");
        assert!(are_gone(&pids), "{how}");
    }
    Ok(())
}

#[test]
fn what_a_library_forks_ends_with_a_run_that_is_killed() -> Outcome {
    let workshop = Workshop::new()?;
    let Some(library) = workshop.misbehaving("FORKS_AND_HANGS")? else {
        return Ok(());
    };
    for name in ["KILL", "INT", "TERM"] {
        let pids = workshop.file(name);
        let mut run = drawproof(&pids);
        run.args(["verify", "KRK", "--timeout", "1000", "--library"]);
        stopped(run.arg(&library).spawn()?, name, &pids, 2)?;
    }
    Ok(())
}

/// A compiler that starts another program and never ends.
fn slow_compiler(workshop: &Workshop) -> Result<String, Box<dyn Error>> {
    let compiler = workshop.file("slow-cc");
    let script = "#!/bin/sh\nsleep 1000 &\n\
                  printf '%s\\n' $! $$ >> \"$DRAWPROOF_TEST_PIDS\"\nwait\n";
    fs::write(&compiler, script)?;
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755))?;
    Ok(compiler.display().to_string())
}

#[test]
fn compilers_end_with_a_run_that_is_stopped() -> Outcome {
    let workshop = Workshop::new()?;
    let compiler = slow_compiler(&workshop)?;
    for (export, name) in [("rules", "TERM"), ("table", "INT"), ("table", "KILL")] {
        let pids = workshop.file(&format!("{export}-{name}"));
        let class = if export == "rules" { "KNNK" } else { "KNK" };
        let mut run = drawproof(&pids);
        run.args(["export", export, class, "--lang", "c", "--prove"])
            .args(["--compiler", &compiler])
            .arg("--out")
            .arg(workshop.file("out.c"));
        stopped(run.spawn()?, name, &pids, 2)?;
    }
    Ok(())
}

#[test]
fn the_time_for_all_positions_is_limited() -> Outcome {
    let workshop = Workshop::new()?;
    let Some(library) = workshop.misbehaving("HANGS")? else {
        return Ok(());
    };
    let limits = ["KRK", "--timeout", "1000", "--total-timeout", "0.5"];
    let begun = Instant::now();
    let report = report(&library, &limits, 2)?;
    assert!(begun.elapsed() < PATIENCE);
    let without = &report["without_verdict"];
    let what = "the time for all positions, 0.5 s, was over before there was an answer; \
                --total-timeout allows more";
    assert_eq!(without["faults"][0]["what"], what);
    assert_eq!(without["stops"], 0);
    assert_ne!(without["decisive"]["board_count"], 0);
    assert_eq!(total(&report), Some(KRK));
    Ok(())
}
