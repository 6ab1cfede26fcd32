import type { FileStep } from "./step.ts";
import type { WrittenRow } from "./table.ts";

/**
 * Whether two chapters have grown apart in a file that the table says both have: `actual` shows a difference that
 * `written` does not name. That is how an edit in one chapter that never reached the next one comes to light, so only
 * a person may decide to put it into the table.
 */
export function hasDrifted(written: WrittenRow, actual: FileStep): boolean {
  switch (written.kind) {
    case "same":
      return actual.kind !== "same";
    case "changed":
      return isOneSided(actual) || unwrittenNames(written, actual).length > 0;
    default:
      return false;
  }
}

/** The declarations that differ, though the table does not say so. */
export function unwrittenNames(written: WrittenRow, actual: FileStep): string[] {
  const known = new Set(written.names.map(({ mark, name }) => mark + name));
  return actual.names.filter(({ mark, name }) => !known.has(mark + name)).map(({ name }) => name);
}

/** Only one of the two chapters has the file. */
export function isOneSided({ kind }: FileStep): boolean {
  return kind === "added" || kind === "removed";
}
