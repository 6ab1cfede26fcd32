import { Type } from "@earendil-works/pi-ai";
import { call } from "../../shared/script.ts";
import type { Scenario } from "../play/scenario.ts";
import { object, says, show, tool } from "./props.ts";

type Coercion = [name: string, shows: string, schema: object, written: unknown, got: unknown];

/** A call with `{ it: written }` to a tool that wants `it` in this schema, and what the tool gets for it. */
function coerces(parametersOf: (it: object) => object, [name, shows, schema, written, got]: Coercion): Scenario {
  return {
    name,
    shows,
    ...says(call("call-1", "take", { it: written })),
    tools: [tool("take", show, { parameters: parametersOf(schema) })],
    evidence: `工具说：${quoted(JSON.stringify({ it: got }))}`,
    inOrder: [`"name":"take","arguments":${JSON.stringify({ it: written })}`],
  };
}

/** As it stands in a JSON text. */
function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const list = (items: unknown) => ({ type: "array", items });
const integer = { type: "integer" };
const boolean = { type: "boolean" };
const text = { type: "string" };
const nothing = { type: "null" };

const PLAIN: Coercion[] = [
  ["coerced-number", "数字写成了字符串", { type: "number" }, " 12.5 ", 12.5],
  ["coerced-string", "字符串写成了数字", text, 7, "7"],
  ["coerced-integer", "整数写成了字符串、布尔、null", list(integer), ["3", true, false, null], [3, 1, 0, 0]],
  ["coerced-true", "布尔 true 写成了字符串、数字", list(boolean), ["true", 1], [true, true]],
  ["coerced-false", "布尔 false 写成了字符串、数字、null", list(boolean), ["false", 0, null], [false, false, false]],
  ["coerced-to-null", "null 写成了空字符串、0、false", list(nothing), ["", 0, false], [null, null, null]],
  ["coerced-deep", "列表里的对象里的值也转换", list(object({ day: integer })), [{ day: "3" }], [{ day: 3 }]],
  ["coerced-tuple", "列表的每一项有各自的 schema，多出来的项不动", list([integer, text]), ["1", 2, "3"], [1, "2", "3"]],
  [
    "coerced-rest",
    "没有列名的字段照 additionalProperties 转换",
    { type: "object", additionalProperties: integer },
    { a: "1" },
    { a: 1 },
  ],
  ["coerced-type-list", "type 是一列：已经合其中一种的不动", { type: ["integer", "null"] }, null, null],
  ["coerced-all-of", "allOf：逐个转换", { allOf: [integer, { minimum: 3 }] }, "4", 4],
  ["coerced-any-of", "anyOf：取第一种转换得过去的", { anyOf: [integer, boolean] }, "true", true],
  ["coerced-one-of", "oneOf：取第一种转换得过去的", { oneOf: [integer, boolean] }, "3", 3],
  ["first-of-a-union", "数字合 anyOf 的第二种，还是被转换成第一种的字符串", { anyOf: [text, integer] }, 3, "3"],
];

/** TypeBox converts first what was built with it, and goes further. */
const BUILT: Coercion[] = [
  [
    "typebox-boolean",
    "TypeBox 的布尔：大写的、1 和 0 的字符串也转换",
    Type.Array(Type.Boolean()),
    ["TRUE", "0"],
    [true, false],
  ],
  ["typebox-integer", "TypeBox 的整数：去掉小数部分", Type.Array(Type.Integer()), [3.7, "3.7"], [3, 3]],
  ["typebox-null-string", "TypeBox 的字符串：null 变成四个字母", Type.String(), null, "null"],
  ["typebox-empty-number", "TypeBox 的数字：空字符串变成 0", Type.Number(), "", 0],
  ["typebox-lone-item", "TypeBox 的列表：单独一项变成一列", Type.Array(Type.Number()), "3", [3]],
  ["typebox-null-list", "TypeBox 的列表：null 变成有一项的一列", Type.Array(Type.Number()), null, [0]],
];

/** Arguments that are turned into what the schema wants before they are checked; the reply keeps what was written. */
export const COERCION: Scenario[] = [
  ...PLAIN.map((coercion) => coerces((it) => object({ it }), coercion)),
  ...BUILT.map((coercion) => coerces((it) => Type.Object({ it }), coercion)),
];
