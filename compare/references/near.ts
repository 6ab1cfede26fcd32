/** At most this many names are offered. */
const OFFERED = 6;

/**
 * The names that somebody who wrote `wanted` may have meant, best first: those that differ by a few letters, then those
 * that contain it. Letter case does not count.
 */
export async function nearNames(wanted: string, names: Iterable<string>): Promise<string[]> {
  // Loaded only here: it lies beside Pi, and this module may be loaded before that is installed.
  const { default: leven } = await import("leven");
  const sought = wanted.toLowerCase();
  const tolerated = Math.max(1, Math.floor(sought.length / 4));
  const rated = [...new Set(names)].flatMap((name) => {
    const candidate = name.toLowerCase();
    const distance = leven(sought, candidate, { maxDistance: tolerated + 1 });
    if (distance <= tolerated) return [{ name, rank: distance }];
    const contained = sought.length >= 3 && candidate.includes(sought);
    return contained ? [{ name, rank: 100 + candidate.length }] : [];
  });
  return rated
    .toSorted((a, b) => a.rank - b.rank || a.name.localeCompare(b.name))
    .slice(0, OFFERED)
    .map(({ name }) => name);
}
