/**
 * The rule 「读项目里的文件」 of the cases gets `ask: true`; the other rules stay. In one reply the model reads `notes.md`,
 * reads `docs/guide.md`, writes `docs/log.md` and writes `notes.md`, under each of the three policies. The person whom
 * the third one asks answers `a` to the first question, and `n` to every other.
 *
 * Put in the place of each ？ what becomes of the call: 执行 (without a question), 拦下 (without a question), or 问.
 */
export const outcomes: string[] = [
  "CI，read notes.md：？",
  "CI，read docs/guide.md：？",
  "CI，write docs/log.md：？",
  "CI，write notes.md：？",
  "只读，read notes.md：？",
  "只读，read docs/guide.md：？",
  "只读，write docs/log.md：？",
  "只读，write notes.md：？",
  "问人，read notes.md：？",
  "问人，read docs/guide.md：？",
  "问人，write docs/log.md：？",
  "问人，write notes.md：？",
];
