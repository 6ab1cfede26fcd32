import { basename, dirname, join, resolve } from "node:path";
import { test } from "vitest";
import type { FileLookup } from "#s11/paths.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";

const LINKS = "README.md「工作原理」里的「路径先走到底，再判断」";

type Entries = Record<string, "file" | "folder" | { link: string }>;

/** A file system that is only a list; each look fails as `node:fs` does. */
function diskOf(entries: Entries): FileLookup {
  const failing = (code: string) => Object.assign(new Error(code), { code });
  function follow(path: string, hops = 0): string {
    if (hops > 8) throw failing("ELOOP");
    let place = "/";
    for (const name of path.split("/").filter((part) => part !== "")) {
      if (entries[place] === "file") throw failing("ENOTDIR");
      const next = join(place, name);
      const entry = entries[next];
      if (entry === undefined) throw failing("ENOENT");
      place = typeof entry === "object" ? follow(resolve(place, entry.link), hops + 1) : next;
    }
    return place;
  }
  return {
    realpath: (path) => follow(path),
    lstat(path) {
      const folder = follow(dirname(path));
      if (entries[folder] === "file") throw failing("ENOTDIR");
      const entry = entries[join(folder, basename(path))];
      if (entry === undefined) throw failing("ENOENT");
      return entry;
    },
  };
}

/** Where the answer says that a path leads; undefined when it throws. */
async function placeOf(path: string, lookup: FileLookup): Promise<string | undefined> {
  const { realPlace } = await answer<typeof import("./starter.ts")>();
  try {
    return realPlace(path, lookup);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}

const BASE: Entries = { "/project": "folder", "/project/docs": "folder", "/secrets": "folder" };

test("a link whose other end is not there cannot be followed", async () => {
  const [link, end, deep] = [fresh("log-"), fresh("key-"), fresh("a-")];
  const disk = diskOf({ ...BASE, [`/project/docs/${link}`]: { link: `../../secrets/${end}` } });
  for (const path of [`/project/docs/${link}`, `/project/docs/${link}/${deep}`]) {
    const place = await placeOf(path, disk);
    if (place !== undefined) {
      throw verdict({
        saw: `/project/docs/${link} 链接到 /secrets/${end}，那里还没有东西；realPlace("${path}") 给出 ${place}。`,
        should: "往里一写，文件建在链接的另一头，所以不能说它在 docs 里：走不到底的，抛错，规则就拒绝。",
        read: LINKS,
      });
    }
  }
});

test("a link that leads to one of these cannot be followed either", async () => {
  const [first, second] = [fresh("a-"), fresh("b-")];
  const disk = diskOf({
    ...BASE,
    [`/project/${first}`]: { link: second },
    [`/project/${second}`]: { link: fresh("c-") },
  });
  const place = await placeOf(`/project/${first}`, disk);
  if (place !== undefined) {
    throw verdict({
      saw: `/project/${first} 链接到 ${second}，${second} 链接到的东西不存在；给出的是 ${place}。`,
      should: "隔着几个链接也一样：走不到底，就抛错。",
      read: LINKS,
    });
  }
});

test("what can be followed leads where it did", async () => {
  const [file, link, made, deep] = [fresh("file-"), fresh("link-"), fresh("new-"), fresh("deep-")];
  const disk = diskOf({ ...BASE, [`/project/${file}`]: "file", [`/project/docs/${link}`]: { link: "../../secrets" } });
  for (const [what, path, wanted] of [
    ["已经有的文件", `/project/${file}`, `/project/${file}`],
    ["链接后面的新文件", `/project/docs/${link}/${made}`, `/secrets/${made}`],
    ["还没有的文件", `/project/docs/${made}`, `/project/docs/${made}`],
    ["还没有的目录里的文件", `/project/${made}/${deep}/a`, `/project/${made}/${deep}/a`],
  ] as const) {
    const place = await placeOf(path, disk);
    expectSame(place, wanted, () => ({
      saw: `${what} ${path}，${place === undefined ? "realPlace 抛了错" : `给出的是 ${place}`}。`,
      should: `应当是 ${wanted}：遇到存在的为止，余下的接在后面。写文件写的常常是新文件，不能一概拒绝。`,
      read: LINKS,
    }));
  }
});

test("a file is no folder", async () => {
  const [file, name] = [fresh("file-"), fresh("a-")];
  const place = await placeOf(`/project/${file}/${name}`, diskOf({ ...BASE, [`/project/${file}`]: "file" }));
  if (place !== undefined) {
    throw verdict({
      saw: `/project/${file} 是一个文件，realPlace("/project/${file}/${name}") 给出了 ${place}。`,
      should: "文件系统说的是 ENOTDIR。只有 ENOENT 是「没有」；别的错误照样抛出去。",
      read: "paths.ts 的 exists",
    });
  }
});

test("what the file system will not say is not taken for nothing", async () => {
  const [locked, name] = [fresh("locked-"), fresh("a-")];
  const disk = diskOf(BASE);
  const closed = (look: (path: string) => unknown) => (path: string) => {
    if (path.includes(locked)) throw Object.assign(new Error("EACCES"), { code: "EACCES" });
    return look(path);
  };
  const lookup = { realpath: closed(disk.realpath) as FileLookup["realpath"], lstat: closed(disk.lstat) };
  const place = await placeOf(`/project/${locked}/${name}`, lookup);
  if (place !== undefined) {
    throw verdict({
      saw: `/project/${locked} 不许看（EACCES），realPlace("/project/${locked}/${name}") 还是给出了 ${place}。`,
      should: "只有 ENOENT 是「没有」；别的错误照样抛出去，查不了，就不执行。",
      read: "paths.ts 的 exists",
    });
  }
});
