import { emitKeypressEvents, type Key as Pressed } from "node:readline";
import type { PracticeCourse } from "./course.ts";
import { Runner } from "./runner.ts";
import { Session, type Key } from "./session.ts";
import { watchWork } from "./watch.ts";

/** A screen of our own, no cursor, and a mark around what is pasted, which is no keys. */
const OPEN = "\u001b[?1049h\u001b[?25l\u001b[?2004h";
const CLOSE = "\u001b[?2004l\u001b[?25h\u001b[?1049l";

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Runs the console at the process's terminal until the reader leaves; returns the exit code. */
export async function runConsole(course: PracticeCourse, colour: boolean, notice?: string): Promise<number> {
  const { stdin, stdout } = process;
  const plain = process.env["TERM"] === "dumb";
  const runner = new Runner(course.root);
  runner.warm();

  let due = false;
  let left = false;
  let shown = "";
  const draw = () => {
    due = false;
    // The terminal belongs to somebody else by now.
    if (left) return;
    const frame = session.frame({ columns: stdout.columns || 80, rows: plain ? Infinity : stdout.rows || 24 }, colour);
    const text = plain ? `${frame.lines.join("\n")}\n\n` : inPlace(frame.lines);
    if (text !== shown) stdout.write(text);
    shown = text;
  };
  const changed = () => {
    // Several changes of one moment are one frame.
    if (!due) setImmediate(draw);
    due = true;
  };
  const session = new Session(course, runner, changed, notice);

  return new Promise((resolve) => {
    const stopWatching = watchWork(
      course.root,
      () => session.exercise.work,
      (name) => session.saved(name),
    );
    const open = () => {
      if (stdin.isTTY) stdin.setRawMode(true);
      if (!plain) stdout.write(OPEN);
      redraw();
    };
    /** Whatever ends the process, or stops it for a while, the terminal is to be usable afterwards. */
    const restore = () => {
      try {
        if (!plain) stdout.write(CLOSE);
        if (stdin.isTTY) stdin.setRawMode(false);
      } catch {
        // The terminal itself is gone.
      }
    };
    const redraw = () => {
      shown = "";
      changed();
    };
    const close = () => {
      left = true;
      stopWatching();
      stdin.off("keypress", pressed).off("end", hungUp).pause();
      stdout.off("resize", redraw);
      process.off("SIGCONT", open).off("SIGHUP", hungUp).off("exit", restore);
      for (const [signal, listener] of signals) process.off(signal, listener);
      runner.close();
      restore();
    };
    const leave = (code: number) => {
      if (left) return;
      close();
      resolve(code);
    };
    /** The terminal is gone. To return would not do: as Node ends, it would fail to put that terminal back in order. */
    const hungUp = () => {
      if (left) return;
      close();
      process.kill(process.pid, "SIGHUP");
    };
    const signals = Object.entries(SIGNALS).map(([signal, code]) => [signal, () => leave(code)] as const);
    let pasting = false;
    const pressed = (character: string | undefined, key: Pressed) => {
      const name = nameOf(character, key);
      if (name === "paste-start" || name === "paste-end") pasting = name === "paste-start";
      else if (pasting) return;
      else if (name === "ctrl-z") suspend(restore);
      else if (session.press(name)) leave(0);
    };

    process.once("exit", restore).on("SIGCONT", open).once("SIGHUP", hungUp);
    for (const [signal, listener] of signals) process.once(signal, listener);
    // Told of a terminal that is gone; the end of the input, or a signal, tells so too.
    for (const stream of [stdin, stdout]) stream.on("error", () => {});
    emitKeypressEvents(stdin);
    stdin.on("keypress", pressed).once("end", hungUp).resume();
    stdout.on("resize", redraw);
    open();
  });
}

/** Gives the terminal back and stops, with whoever waits for this process, until the shell lets it go on. */
function suspend(restore: () => void): void {
  if (process.platform === "win32") return;
  restore();
  process.kill(0, "SIGTSTP");
}

function nameOf(character: string | undefined, key: Pressed): Key {
  if (key.ctrl) return `ctrl-${key.name}`;
  return key.name ?? character ?? "";
}

/** Each line at its place, the rest of the terminal empty: nothing flickers, nothing scrolls. */
function inPlace(lines: string[]): string {
  const rows = lines.map((line, index) => `\u001b[${index + 1};1H${line}\u001b[0m\u001b[K`);
  return `${rows.join("")}\u001b[J`;
}
