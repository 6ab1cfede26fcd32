import { constants, copyFileSync, rmSync } from "node:fs";

/** Copies a file beside itself, under a name that no earlier copy has; returns that name. Throws when it cannot. */
export function keepCopy(file: string): string {
  for (let count = 1; ; count++) {
    const copy = `${file}.bak${count === 1 ? "" : count}`;
    try {
      copyFileSync(file, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      // Half a copy would pass for one.
      rmSync(copy, { force: true });
      throw error;
    }
  }
}
