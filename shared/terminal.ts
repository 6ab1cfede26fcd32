import type { Person } from "./stage.ts";

/** The process as the command line sees it; tests hand in their own. */
export type Terminal = {
  write(text: string): void;
  writeError(text: string): void;
  /** A person is at both ends, so that stepping can work. */
  interactive: boolean;
  colour: boolean;
  /** Resolves to true at the next Enter, to false when the person is gone. */
  nextLine(): Promise<boolean>;
  /** Whom an interactive case talks to, at a terminal or through a pipe; without it nobody answers. */
  person?(): Person;
};

export function processTerminal(): Terminal {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader closed the pipe (`| head`): there is nobody left to write to.
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  return {
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    interactive: Boolean(process.stdin.isTTY && process.stdout.isTTY),
    colour: Boolean(process.stdout.isTTY) && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb",
    nextLine,
    person,
  };
}

function person(): Person {
  // Someone who is asked may leave; what the case put on the disk is cleaned up as the process exits, by no signal.
  process.once("SIGINT", () => {
    process.stderr.write("\n");
    process.exit(130);
  });
  // Questions stay out of what the trace, or NDJSON, goes to.
  return { input: process.stdin, output: process.stderr };
}

async function nextLine(): Promise<boolean> {
  // An input that has ended will not tell so again.
  if (process.stdin.readableEnded) return false;
  // Loaded only here: stepping is rare, and every other start should stay quick.
  const { createInterface } = await import("node:readline");
  const lines = createInterface({ input: process.stdin });
  return new Promise((resolve) => {
    lines.once("line", () => {
      resolve(true);
      lines.close();
    });
    lines.once("close", () => resolve(false));
  });
}
