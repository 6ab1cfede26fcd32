/** What becomes of each call when the rule for reading asks, too: 执行 or 拦下 (without a question), or 问. */
export const outcomes: string[] = [
  "CI，read notes.md：拦下",
  "CI，read docs/guide.md：拦下",
  "CI，write docs/log.md：执行",
  "CI，write notes.md：拦下",
  "只读，read notes.md：拦下",
  "只读，read docs/guide.md：拦下",
  "只读，write docs/log.md：拦下",
  "只读，write notes.md：拦下",
  "问人，read notes.md：问",
  "问人，read docs/guide.md：执行",
  "问人，write docs/log.md：执行",
  "问人，write notes.md：问",
];
