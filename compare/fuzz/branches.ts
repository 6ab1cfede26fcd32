import { parseSync, Visitor } from "oxc-parser";

/**
 * One way that a program can take. It was taken when the code at `offset` ran; a way that has no code of its own (an
 * `if` without `else`) when `within` ran more often than `offset`.
 */
export type Branch = { offset: number; what: string } & ({ kind: "code" } | { kind: "rest"; within: number });

/** The branches of a JavaScript file, as Istanbul counts them: both sides of each choice, each operand, each case. */
export function branchesOf(file: string, text: string): Branch[] {
  const branches: Branch[] = [];
  const code = (node: { start: number }, what: string) => branches.push({ offset: node.start, kind: "code", what });
  const rest = (node: { start: number }, within: { start: number }, what: string) =>
    branches.push({ offset: node.start, kind: "rest", within: within.start, what });
  const visitor = new Visitor({
    IfStatement(node) {
      code(node.consequent, "if");
      if (node.alternate) code(node.alternate, "else");
      else rest(node.consequent, node, "no else");
    },
    ConditionalExpression(node) {
      code(node.consequent, "?");
      code(node.alternate, ":");
    },
    LogicalExpression(node) {
      code(node.right, `right of ${node.operator}`);
      rest(node.right, node.left, `left of ${node.operator} alone`);
    },
    SwitchCase(node) {
      const [first] = node.consequent;
      if (first) code(first, "case");
    },
    CatchClause(node) {
      code(node.body, "catch");
    },
  });
  visitor.visit(parseSync(file, text).program);
  return branches.toSorted((a, b) => a.offset - b.offset);
}
