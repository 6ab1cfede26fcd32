import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Milliseconds to wait for anything: a busy machine may take its time. */
const PATIENCE = 120_000;
/** Milliseconds between two looks, each of which costs a process. */
const PAUSE = 100;

export const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The console of the course at `root` in a real terminal: tmux, with a server of its own. `close` it when done. */
export class ConsoleTerminal {
  readonly #root: string;
  readonly #socket = `practice-${process.pid}`;
  /** Where the shell around the console writes its exit code: tmux does not always come to know it. */
  readonly #exit: string;
  readonly #complaints: string;
  /** How many things have held. */
  held = 0;

  /** Throws when there is no tmux. */
  constructor(root: string) {
    this.#root = root;
    this.#exit = join(root, "exit-code");
    this.#complaints = join(root, "complaints");
    // The server stays between two consoles: one that is about to leave takes no new session.
    const start = "start-server ; set-option -g exit-empty off ; set-option -g remain-on-exit on";
    const started = this.#tmux(...start.split(" "));
    if (started.status !== 0) throw new Error(`tmux 起不来：${started.stderr}`);
  }

  #tmux(...args: string[]): SpawnSyncReturns<string> {
    return spawnSync("tmux", ["-L", this.#socket, "-f", "/dev/null", ...args], { encoding: "utf8" });
  }

  /** Opens the console in a terminal of that size; returns the id of the shell around it. */
  open(columns: number, rows: number, environment: Record<string, string> = {}): number {
    const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    const start = `env ${settings.join(" ")} '${process.execPath}' --import tsx tools/practice/practice.ts`;
    // What the console complains of can be read afterwards.
    return this.#run(columns, rows, `${start} 2>'${this.#complaints}'; echo $? >'${this.#exit}'`);
  }

  /** Opens a shell, as a reader has it, and types the command for the console. */
  openShell(): void {
    this.#run(80, 24, "PS1='shell> ' LC_ALL=C sh -i");
    this.type(`'${process.execPath}' --import tsx tools/practice/practice.ts`);
  }

  /** Runs a command in a terminal of that size; returns the id of its process. */
  #run(columns: number, rows: number, command: string): number {
    this.#tmux("kill-session", "-t", "p");
    rmSync(this.#exit, { force: true });
    const size = ["-x", String(columns), "-y", String(rows)];
    const made = this.#tmux("new-session", "-d", "-s", "p", "-c", this.#root, ...size, command);
    if (made.status !== 0) throw new Error(made.stderr);
    return Number(this.#tmux("display-message", "-p", "-t", "p", "#{pane_pid}").stdout);
  }

  screen(...options: "-e"[]): string {
    return this.#tmux("capture-pane", "-p", ...options, "-t", "p").stdout;
  }

  press(key: string): void {
    this.#tmux("send-keys", "-t", "p", key);
  }

  /** Types a line into a shell. */
  type(line: string): void {
    this.#tmux("send-keys", "-l", "-t", "p", line);
    this.press("Enter");
  }

  /** Puts a text into the terminal as if it were pasted there. */
  paste(text: string): void {
    this.#tmux("set-buffer", text);
    this.#tmux("paste-buffer", "-p", "-t", "p");
  }

  /** Closes the terminal; returns what the console complains of on its error output. */
  async hangUp(console: number): Promise<string> {
    this.#tmux("kill-session", "-t", "p");
    await this.until("控制台结束", () => !isAlive(console));
    return readFileSync(this.#complaints, "utf8");
  }

  resize(columns: number, rows: number): void {
    this.#tmux("resize-window", "-t", "p", "-x", String(columns), "-y", String(rows));
  }

  /** Waits until all the parts are on the screen. */
  async shows(...parts: string[]): Promise<void> {
    await this.until(parts.join("、"), () => {
      const text = this.screen();
      return parts.every((part) => text.includes(part));
    });
  }

  /** Waits for the console to leave with that code. */
  async exit(code: number): Promise<void> {
    const written = () => (existsSync(this.#exit) ? readFileSync(this.#exit, "utf8").trim() : "");
    await this.until("退出", () => written() !== "");
    this.hold("退出以后终端里什么也没有留下", !this.screen().includes("practice/"));
    this.hold(`退出码是 ${code}，不是 ${written()}`, written() === String(code));
  }

  async until(what: string, look: () => boolean): Promise<void> {
    const end = Date.now() + PATIENCE;
    while (!look()) {
      if (Date.now() > end) throw new Error(`没有等到：${what}\n${this.screen()}`);
      await sleep(PAUSE);
    }
  }

  hold(what: string, holds: boolean): void {
    if (!holds) throw new Error(`不成立：${what}\n${this.screen()}`);
    this.held++;
  }

  close(): void {
    this.#tmux("kill-server");
  }
}

/** Whether the process still runs; one that nobody has buried yet does not. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}

export function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(Number);
}

/** The console, of what runs below the shell around it. Throws when it is not there. */
export function theOnly([pid, ...more]: number[]): number {
  if (pid === undefined || more.length > 0) throw new Error("控制台的进程找不到");
  return pid;
}
