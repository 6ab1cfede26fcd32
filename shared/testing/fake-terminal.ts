import type { Terminal } from "../terminal.ts";

export type FakeTerminal = Terminal & { out: string; err: string };

/** A terminal that keeps what is written; a person sits at it when `enters` says how often Enter will be pressed. */
export function fakeTerminal({ enters, colour = false }: { enters?: number; colour?: boolean } = {}): FakeTerminal {
  let left = enters ?? 0;
  return {
    out: "",
    err: "",
    interactive: enters !== undefined,
    colour,
    write(text) {
      this.out += text;
    },
    writeError(text) {
      this.err += text;
    },
    nextLine: async () => left-- > 0,
  };
}
