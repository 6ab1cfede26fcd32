import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";

/** What stands on a disk, by absolute path: the text of a file, or where a link leads, as the link has it. */
export type StageFiles = Readonly<Record<string, string | { link: string }>>;

/**
 * A disk for the tools of a case: real files and real links, in a folder of their own that appears in no path. On it
 * `/` is that folder, so that a case prints the same bytes on every machine.
 */
export class StageDisk {
  readonly #base = realpathSync.native(mkdtempSync(join(tmpdir(), "stage-")));

  /** The caller removes the disk when the play is over; leaving the process does it, too. */
  constructor(files: StageFiles) {
    process.once("exit", this.remove);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(this.#at(path)), { recursive: true });
      if (typeof content === "string") this.write(path, content);
      else this.link(path, content.link);
    }
  }

  /** As in `node:fs`, which throws; `realpath` gives a path of this disk. */
  realpath(path: string): string {
    return this.#try(path, (real) => join(sep, relative(this.#base, realpathSync.native(real))));
  }

  lstat(path: string): unknown {
    return this.#try(path, (real) => lstatSync(real));
  }

  read(path: string): string {
    return this.#try(path, (real) => readFileSync(real, "utf8"));
  }

  /** Makes the folders that are missing, and follows links, as tools do. */
  write(path: string, text: string): void {
    this.#change(path, (real) => {
      mkdirSync(dirname(real), { recursive: true });
      writeFileSync(real, text);
    });
  }

  /** Removes a file, a link or a whole folder. */
  delete(path: string): void {
    this.#change(path, (real) => rmSync(real, { recursive: true }));
  }

  /** Puts a link in the place of whatever is there; `target` is relative, or it would leave the disk. */
  link(path: string, target: string): void {
    this.#change(path, (real) => {
      rmSync(real, { recursive: true, force: true });
      symlinkSync(target, real);
    });
  }

  readonly remove = (): void => {
    process.off("exit", this.remove);
    rmSync(this.#base, { recursive: true, force: true });
  };

  #at(path: string): string {
    return `${this.#base}${sep}${path}`;
  }

  /** `..` ends at `/`, as on any disk: a tool that is led astray harms nobody. */
  #change(path: string, action: (real: string) => void): void {
    this.#try(join(sep, path), action);
  }

  /** Errors name the path on this disk. */
  #try<T>(path: string, action: (real: string) => T): T {
    try {
      return action(this.#at(path));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw Object.assign(new Error(`${code}: ${path}`), { code });
    }
  }
}
