//! A page that a test uses as a person does: by the protocol of Chromium's developer tools, through
//! a pipe.

use std::{
    error::Error,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::Browser;

/// How long something may take to show.
const PATIENCE: Duration = Duration::from_mins(1);

/// How a page is looked at.
#[derive(Copy, Clone, Debug)]
pub struct Screen {
    pub width: u32,
    pub height: u32,
    pub is_dark: bool,
    /// With a finger instead of a mouse.
    pub is_touched: bool,
}

/// A page in a browser of its own.
pub struct Driven {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    session: Option<String>,
    asked: u64,
    screen: Screen,
    _profile: TempDir,
}

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

impl Driven {
    /// Starts a browser. It speaks on its third and fourth descriptors, which are its input and
    /// output here.
    pub fn new(browser: &Browser, screen: Screen) -> Outcome<Self> {
        let profile = tempfile::tempdir()?;
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 >/dev/null"])
            .arg(&browser.program)
            .args(["--headless", "--no-sandbox", "--disable-gpu"])
            .args(["--no-first-run", "--disable-background-networking"])
            .args(["--disable-component-update", "--disable-sync"])
            .arg("--remote-debugging-pipe")
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut page = Self {
            child,
            input,
            output,
            session: None,
            asked: 0,
            screen,
            _profile: profile,
        };
        let target = page.ask("Target.createTarget", json!({"url": "about:blank"}))?;
        let target = json!({"targetId": target["targetId"], "flatten": true});
        let session = page.ask("Target.attachToTarget", target)?;
        page.session = session["sessionId"].as_str().map(str::to_owned);
        page.ask(
            "Emulation.setDeviceMetricsOverride",
            json!({
                "width": screen.width, "height": screen.height, "deviceScaleFactor": 1,
                "mobile": screen.is_touched,
            }),
        )?;
        page.ask(
            "Emulation.setTouchEmulationEnabled",
            json!({"enabled": screen.is_touched}),
        )?;
        let scheme = if screen.is_dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        page.ask("Emulation.setEmulatedMedia", json!({"features": features}))?;
        Ok(page)
    }

    /// Sends a command and waits for its result.
    fn ask(&mut self, method: &str, parameters: impl Into<Value>) -> Outcome<Value> {
        self.asked += 1;
        let mut message = json!({"id": self.asked, "method": method, "params": parameters.into()});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.input.write_all(message.to_string().as_bytes())?;
        self.input.write_all(&[0])?;
        self.input.flush()?;
        loop {
            let mut answer = Vec::new();
            self.output.read_until(0, &mut answer)?;
            if answer.pop() != Some(0) {
                return Err("the browser has ended".into());
            }
            let answer: Value = serde_json::from_slice(&answer)?;
            if answer["id"] == self.asked {
                if let Some(error) = answer.get("error") {
                    return Err(format!("{method}: {error}").into());
                }
                return Ok(answer["result"].clone());
            }
        }
    }

    pub fn open(&mut self, address: &str) -> Outcome {
        self.ask("Page.navigate", json!({"url": address}))?;
        Ok(())
    }

    /// The addresses of all pages of the browser.
    pub fn addresses(&mut self) -> Outcome<Vec<String>> {
        let found = self.ask("Target.getTargets", json!({}))?;
        let pages = found["targetInfos"].as_array().into_iter().flatten();
        let addresses = pages.filter_map(|of| of["url"].as_str());
        Ok(addresses.map(str::to_owned).collect())
    }

    /// Types a text where the focus is.
    pub fn write(&mut self, text: &str) -> Outcome {
        self.ask("Input.insertText", json!({"text": text}))?;
        Ok(())
    }

    /// The value of an expression of JavaScript.
    pub fn value(&mut self, expression: &str) -> Outcome<Value> {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let found = self.ask("Runtime.evaluate", asked)?;
        if let Some(thrown) = found.get("exceptionDetails") {
            return Err(format!("{expression}: {thrown}").into());
        }
        Ok(found["result"]["value"].clone())
    }

    /// Waits until an expression has a value.
    pub fn wait(&mut self, expression: &str, wanted: &Value) -> Outcome {
        let start = Instant::now();
        loop {
            let found = self.value(expression).unwrap_or(Value::Null);
            if found == *wanted {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("{expression} is {found}, not {wanted}").into());
            }
            sleep(Duration::from_millis(30));
        }
    }

    /// Where the middle of an element is, once it is on the screen and nothing is about to move
    /// it.
    fn middle(&mut self, selector: &str) -> Outcome<[f64; 2]> {
        self.wait("document.querySelector(\"[aria-busy=true]\")", &Value::Null)?;
        let found = self.value(&format!(
            "(() => {{ const of = document.querySelector({selector:?}); \
             of.scrollIntoView({{ block: \"nearest\", behavior: \"instant\" }}); \
             const box = of.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ))?;
        Ok(serde_json::from_value(found)?)
    }

    /// Drags from one element to another, by mouse or finger.
    pub fn drag(&mut self, from: &str, to: &str) -> Outcome {
        self.middle(from)?;
        // What is brought on the screen may move the other.
        let (end, start) = (self.middle(to)?, self.middle(from)?);
        let half = [0, 1].map(|at| f64::midpoint(start[at], end[at]));
        if !self.screen.is_touched {
            self.mouse("mousePressed", start)?;
            self.mouse("mouseMoved", half)?;
            self.mouse("mouseMoved", end)?;
            return self.mouse("mouseReleased", end);
        }
        for (kind, [x, y]) in [
            ("touchStart", start),
            ("touchMove", half),
            ("touchMove", end),
        ] {
            let event = json!({"type": kind, "touchPoints": [{"x": x, "y": y}]});
            self.ask("Input.dispatchTouchEvent", event)?;
        }
        let event = json!({"type": "touchEnd", "touchPoints": []});
        self.ask("Input.dispatchTouchEvent", event)?;
        Ok(())
    }

    fn mouse(&mut self, kind: &str, [x, y]: [f64; 2]) -> Outcome {
        let event = json!({
            "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1,
        });
        self.ask("Input.dispatchMouseEvent", event)?;
        Ok(())
    }

    /// Clicks an element, always by mouse: a headless browser makes clicks of touches only now and
    /// then.
    pub fn click(&mut self, selector: &str) -> Outcome {
        let at = self.middle(selector)?;
        self.mouse("mousePressed", at)?;
        self.mouse("mouseReleased", at)
    }

    /// Presses a key, as `Enter` or `k`.
    pub fn press(&mut self, key: &str) -> Outcome {
        let mut event = json!({"type": "keyDown", "key": key});
        if key == "Enter" {
            event["text"] = json!("\r");
            event["windowsVirtualKeyCode"] = json!(13);
        }
        self.ask("Input.dispatchKeyEvent", event)?;
        let event = json!({"type": "keyUp", "key": key});
        self.ask("Input.dispatchKeyEvent", event)?;
        Ok(())
    }
}

impl Drop for Driven {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
