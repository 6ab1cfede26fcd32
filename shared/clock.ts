/** The time on stage never moves by itself, so a case prints the same bytes on every run and in every time zone. */
export const STAGE_TIME = "2026-01-01 09:00";

const BEGINNING = Date.parse(`${STAGE_TIME.replace(" ", "T")}Z`);

/** The times that are held at present; plays may overlap, and then the newest one counts. */
const held: (() => number)[] = [];
let realNow = Date.now;

/**
 * Holds time while `play` lasts: `Date.now()` is `STAGE_TIME` (UTC) plus the whole milliseconds of `clock`.
 * Resolves and rejects as `play` does; either way time goes on afterwards as it did before.
 */
export async function holdTime<T>(clock: { readonly now: number }, play: () => Promise<T>): Promise<T> {
  if (held.length === 0) realNow = Date.now;
  const now = () => BEGINNING + Math.floor(clock.now);
  held.push(now);
  Date.now = now;
  try {
    return await play();
  } finally {
    held.splice(held.indexOf(now), 1);
    Date.now = held.at(-1) ?? realNow;
  }
}
