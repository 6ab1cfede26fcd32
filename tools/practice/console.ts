import { emitKeypressEvents, type Key as Pressed } from "node:readline";
import type { PracticeCourse } from "./course.ts";
import { Runner } from "./runner.ts";
import { Session, type Key } from "./session.ts";
import { watchWork } from "./watch.ts";

const OPEN = "\u001b[?1049h\u001b[?25l";
const CLOSE = "\u001b[?25h\u001b[?1049l";

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
    const resized = () => {
      shown = "";
      changed();
    };
    const restore = () => {
      if (!plain) stdout.write(CLOSE);
      if (stdin.isTTY) stdin.setRawMode(false);
    };
    const leave = (code: number) => {
      left = true;
      stopWatching();
      stdin.off("keypress", pressed).pause();
      stdout.off("resize", resized);
      process.off("exit", restore);
      runner.close();
      restore();
      resolve(code);
    };
    const pressed = (character: string | undefined, key: Pressed) => {
      if (session.press(nameOf(character, key))) leave(0);
    };

    // Whatever ends the process, the terminal is to be usable afterwards.
    process.once("exit", restore);
    for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const)
      process.once(signal, () => leave(signal === "SIGINT" ? 130 : 143));
    stdin.once("end", () => leave(0));
    emitKeypressEvents(stdin);
    stdin.setRawMode(true);
    stdin.on("keypress", pressed).resume();
    stdout.on("resize", resized);
    if (!plain) stdout.write(OPEN);
    changed();
  });
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
