import { test } from "vitest";
import { runMinimalLoop } from "#s02/loop.ts";
import { createState } from "#s02/state.ts";
import { ToolRegistry, type ToolSpec } from "#s02/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { text } from "#shared/script.ts";
import { scripted } from "#shared/testing/providers.ts";

const READ = "README.md「解决方案」里的两半";
const broken = fresh("坏了");

/** A full registry of five tools, and what its handlers were given, as `name text`. */
function fiveTools() {
  const ran: string[] = [];
  const full = new ToolRegistry();
  const names = {
    read: fresh("read_"),
    write: fresh("write_"),
    list: fresh("list_"),
    broken: fresh("broken_"),
    more: "",
  };
  // One name may begin another, and stand in the middle of it.
  names.more = `${names.read}_all`;
  for (const name of Object.values(names)) {
    full.register({
      spec: { name, description: `the tool ${name}` },
      handler({ text: word }) {
        ran.push(`${name} ${String(word)}`);
        if (name === names.broken) throw new Error(broken);
        return `${name} heard ${String(word)}`;
      },
    });
  }
  return { full, names, ran };
}

/** What the answer makes of a full registry. */
async function restrictedTo(full: ToolRegistry, allowed: string[]): Promise<ToolRegistry> {
  const { restricted } = await answer<typeof import("./starter.ts")>();
  try {
    return restricted(full, allowed);
  } catch (error) {
    throw verdict({
      saw: `允许 ${allowed.join("、") || "的一个也没有"}，restricted 抛出「${String(error)}」。`,
      should: "总要交出一个 registry：没有登记过的名字跳过，一个名字也没有，就交出空的。",
      read: "tools.ts 的 getSpecs 和 register",
    });
  }
}

/** The tools in the request of a run of the unchanged loop. */
async function shownBy(registry: ToolRegistry): Promise<ToolSpec[]> {
  const provider = scripted([[text("好")]]);
  await runMinimalLoop(createState(), provider, registry, "看看 src/ 里有什么", () => {});
  return (provider.requests[0]?.tools ?? []) as ToolSpec[];
}

const namesOf = (specs: ToolSpec[]) => specs.map((spec) => spec.name).toSorted();

/** What came of a call, a failure included. */
function outcome(registry: ToolRegistry, name: string, word = ""): string {
  try {
    return registry.run({ id: fresh("call-"), name, arguments: { text: word } });
  } catch (error) {
    return `抛出「${error instanceof Error ? error.message : String(error)}」`;
  }
}

test("the request shows what is allowed", async () => {
  const { full, names } = fiveTools();
  const allowed = [names.list, names.read, fresh("nobody_")];
  const shown = await shownBy(await restrictedTo(full, allowed));
  expectSame(namesOf(shown), [names.list, names.read].toSorted(), (seen) => ({
    saw: `允许 ${allowed.join("、")}，请求里的工具是 ${seen.join("、") || "空的"}。`,
    should: "只有允许的、又真的登记过的：前两个。",
    read: READ,
  }));
  const longer = namesOf(await shownBy(await restrictedTo(full, [names.more])));
  expectSame(longer, [names.more], (seen) => ({
    saw: `只允许 ${names.more}，请求里的工具是 ${seen.join("、") || "空的"}。`,
    should: "名字要整个相同才算，一个名字可能是另一个的一截。",
    read: READ,
  }));
  const wrong = shown.find(({ name, description }) => description !== `the tool ${name}`);
  if (wrong) {
    throw verdict({
      saw: `请求里 ${wrong.name} 的说明成了「${wrong.description}」。`,
      should: "spec 原样交出去，模型凭说明决定用不用。",
      read: READ,
    });
  }
});

test("what is allowed runs", async () => {
  const { full, names, ran } = fiveTools();
  const registry = await restrictedTo(full, [names.read, names.broken]);
  const word = fresh();
  const seen = [outcome(registry, names.read, word), outcome(registry, names.broken, word), ...ran];
  const wanted = [
    `${names.read} heard ${word}`,
    `抛出「${broken}」`,
    `${names.read} ${word}`,
    `${names.broken} ${word}`,
  ];
  expectSame(seen, wanted, () => ({
    saw: `带着参数执行两个允许的工具，得到 ${seen.slice(0, 2).join("、")}，handler 被执行了 ${ran.length} 次。`,
    should: "handler 收到调用里的参数，各执行一次；返回什么就得到什么，抛出的错误也原样穿过。",
    read: "README.md「工作原理」里的 run",
  }));
});

test("what is not shown does not run", async () => {
  const { full, names, ran } = fiveTools();
  const seen = outcome(await restrictedTo(full, [names.read]), names.write);
  expectSame([ran.length, seen], [0, `抛出「Tool ${names.write} not found」`], () => ({
    saw: `没有允许 ${names.write}，有人照着它的名字调用，${ran.length > 0 ? "它执行了" : "它没有执行"}：${seen}。`,
    should: `没给模型看的，也不替它执行，像没有登记过一样：抛出「Tool ${names.write} not found」。`,
    read: "README.md「解决方案」：两半之间只有名字相连",
  }));
});

test("the full registry stays as it is", async () => {
  const { full, names } = fiveTools();
  const before = full.getSpecs();
  await restrictedTo(full, []);
  const again = await restrictedTo(full, [names.write]);
  expectSame(full.getSpecs(), before, (seen) => ({
    saw: `用它做出两份受限的以后，原来的 registry 里${seen.length === 0 ? "什么也没有了" : `只剩 ${namesOf(seen).join("、")}`}。`,
    should: "原来的 registry 一个工具也不少：别的运行还要用它。",
    read: READ,
  }));
  const word = fresh();
  const seen = [outcome(full, names.write, word), outcome(again, names.write, word)];
  const wanted = `${names.write} heard ${word}`;
  expectSame(seen, [wanted, wanted], () => ({
    saw: `原来的 registry 和第二份受限的执行 ${names.write}，依次得到 ${seen.join("、")}。`,
    should: "两处都照常执行，前一份受限的不妨碍谁。",
    read: READ,
  }));
});
