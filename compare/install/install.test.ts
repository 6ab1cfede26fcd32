import { spawn } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fakeNpm, NPM, pinnedFolder } from "./fake-npm.ts";
import { REAL_PI } from "../references/fixture.ts";
import { COMPARE_FOLDER, ensurePi, ensurePiVersion, PiUnavailable } from "./install.ts";
import { PINNED_VERSION, SIZE } from "./install-messages.ts";
import { findFlaw } from "./installed.ts";

const CORE = "node_modules/@earendil-works/pi-agent-core/package.json";
const MARK = "node_modules/.package-lock.json";

/** Installs into `folder` with an npm that works. */
async function installed() {
  const calls = fakeNpm(NPM.works);
  const pinned = pinnedFolder();
  await ensurePi(pinned.folder.root, pinned.report);
  return { ...pinned, calls };
}

describe("ensurePi", () => {
  it("installs what is missing, says what, how big, where, and about Node, and asks npm for no scripts", async () => {
    const { folder, said, calls } = await installed();
    expect(calls()).toEqual([
      expect.arrayContaining(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]),
    ]);
    expect(said()).toMatch(/^对照要用真正的 Pi，这里还没有。现在安装：\n/);
    expect(said()).toContain("@earendil-works/pi-agent-core 0.83.0 和它的依赖：2 个包，下载约 17 MB，占磁盘约 152 MB");
    expect(said()).toMatch(/装在 \S*course-\w+\/node_modules；/);
    expect(said().includes("Pi 的清单要求 Node 22")).toBe(Number(process.versions.node.split(".")[0]) < 22);
    expect(said()).toMatch(/装好了。\n$/);
    expect(findFlaw(folder.root)).toBeUndefined();
  });

  it("says and does nothing when all is there", async () => {
    const { folder, report, said, calls } = await installed();
    const before = said();
    expect(await ensurePi(folder.root, report)).toBe(join(folder.root, "node_modules"));
    expect(said()).toBe(before);
    expect(calls()).toHaveLength(1);
  });

  it.each([
    ["a stopped install", MARK, undefined, "上一次安装 Pi 没有做完。"],
    ["a missing package", CORE, undefined, "@earendil-works/pi-agent-core 应当是 0.83.0，现在没有。"],
    ["an unreadable package", CORE, "{", "@earendil-works/pi-agent-core 应当是 0.83.0，现在没有。"],
    ["another version", CORE, '{"version":"0.84.4"}', "@earendil-works/pi-agent-core 应当是 0.83.0，现在是 0.84.4。"],
  ])("repairs %s", async (_what, path, text, reason) => {
    const { folder, report, said, calls } = await installed();
    if (text === undefined) folder.remove(path);
    else folder.write(path, text);
    await ensurePi(folder.root, report);
    expect(said()).toContain(`${reason}现在安装：`);
    expect(calls()).toHaveLength(2);
    expect(findFlaw(folder.root)).toBeUndefined();
  });

  it("repairs what is left when npm is killed in the middle", async () => {
    const { folder, report, said } = pinnedFolder();
    fakeNpm(NPM.stopped);
    await expect(ensurePi(folder.root, report)).rejects.toThrow("npm 中途被停掉了");
    fakeNpm(NPM.works);
    await ensurePi(folder.root, report);
    expect(said()).toContain("上一次安装 Pi 没有做完。现在安装：");
    expect(findFlaw(folder.root)).toBeUndefined();
  });

  it("says what is missing and what to do without a network", async () => {
    const { folder, report } = pinnedFolder();
    fakeNpm(NPM.offline);
    const failure = ensurePi(folder.root, report);
    await expect(failure).rejects.toThrow(PiUnavailable);
    await expect(failure).rejects.toThrow(
      "没有装成 @earendil-works/pi-agent-core 0.83.0：npm 连不上软件源。接通网络后再运行同一条命令；课程的其他命令不需要它。\n  npm 的原话：\n  npm error code ENOTFOUND\n",
    );
  });

  it("says so when there is no npm", async () => {
    const { folder, report } = pinnedFolder();
    fakeNpm(NPM.works);
    process.env["PATH"] = "";
    await expect(ensurePi(folder.root, report)).rejects.toThrow("找不到 npm 命令");
  });

  it("does not take npm's word for it", async () => {
    const { folder, report } = pinnedFolder();
    fakeNpm(NPM.idle);
    await expect(ensurePi(folder.root, report)).rejects.toThrow("npm 说装好了，可是上一次安装 Pi 没有做完。");
  });

  it("shows how far it is while npm works, on one line of a terminal", async () => {
    const { folder, report, said } = pinnedFolder();
    fakeNpm(NPM.slow);
    await ensurePi(folder.root, { ...report, live: true });
    expect(said()).toMatch(/\r {2}0\/2 个包，\d 秒\r.*\r {2}2\/2 个包，1 秒\n装好了。\n$/);
  });
});

describe("two at once", () => {
  it("do not install twice: the second waits for the first", async () => {
    const calls = fakeNpm(NPM.slow);
    const { folder, report, said } = pinnedFolder();
    const script = `
      import { ensurePi } from ${JSON.stringify(fileURLToPath(new URL("install.ts", import.meta.url)))};
      await ensurePi(${JSON.stringify(folder.root)});
    `;
    const other = new Promise((resolve) => {
      const args = ["--import", "tsx", "--input-type=module", "-e", script];
      spawn(process.execPath, args, { cwd: COMPARE_FOLDER, stdio: "ignore" }).on("close", resolve);
    });
    while (!existsSync(join(folder.root, ".installing"))) await new Promise((resolve) => setTimeout(resolve, 5));
    await ensurePi(folder.root, report);
    expect(await other).toBe(0);
    expect(said()).toBe("另一个进程正在安装 Pi，等它装完……\n");
    expect(calls()).toHaveLength(1);
    expect(existsSync(join(folder.root, ".installing"))).toBe(false);
  });
});

describe("ensurePiVersion", () => {
  it("installs another version beside the pinned one, once", async () => {
    const { folder, report, said, calls } = await installed();
    const own = join(folder.root, ".versions/0.84.4");
    expect(await ensurePiVersion("0.84.4", folder.root, report)).toBe(join(own, "node_modules"));
    expect(calls()[1]).toEqual(
      expect.arrayContaining([
        "install",
        "--prefix",
        own,
        "@earendil-works/pi-agent-core@0.84.4",
        "@earendil-works/pi-ai@0.84.4",
      ]),
    );
    expect(said()).toContain("@earendil-works/pi-agent-core 0.84.4 和它的依赖：占磁盘一百多 MB，和 0.83.0 分开放");
    expect(findFlaw(folder.root)).toBeUndefined();

    await ensurePiVersion("0.84.4", folder.root, report);
    expect(calls()).toHaveLength(2);
  });

  it("takes the pinned version for what it is", async () => {
    const { folder, report, calls } = await installed();
    expect(await ensurePiVersion(PINNED_VERSION, folder.root, report)).toBe(join(folder.root, "node_modules"));
    expect(calls()).toHaveLength(1);
  });

  it("says so when there is no such version", async () => {
    const { folder, report } = pinnedFolder();
    fakeNpm(NPM.unknownVersion);
    await expect(ensurePiVersion("9.9.9", folder.root, report)).rejects.toThrow(
      "没有装成 @earendil-works/pi-agent-core 9.9.9：没有这个版本。列出所有版本：npm view @earendil-works/pi-agent-core versions\n",
    );
  });

  it.each(["0.84", "latest", "^0.84.0", "../elsewhere", "0.84.4 && true", ""])(
    "does not take %j for a version",
    async (text) => {
      const { folder, report } = pinnedFolder();
      await expect(ensurePiVersion(text, folder.root, report)).rejects.toThrow("要写完整的版本号");
    },
  );
});

it("pins both packages of Pi at exactly the version it names", () => {
  const { dependencies } = JSON.parse(readFileSync(join(COMPARE_FOLDER, "package.json"), "utf8"));
  expect(dependencies).toMatchObject({
    "@earendil-works/pi-agent-core": PINNED_VERSION,
    "@earendil-works/pi-ai": PINNED_VERSION,
  });
});

it("says a size that is about right", () => {
  const files = readdirSync(REAL_PI, { recursive: true, withFileTypes: true });
  // Most file systems give space in blocks of 4 KiB, and these are many small files.
  const bytes = files.reduce(
    (sum, file) => sum + Math.ceil(lstatSync(join(file.parentPath, file.name)).size / 4096) * 4096,
    0,
  );
  expect(Math.abs(bytes / 2 ** 20 - SIZE.diskMB)).toBeLessThan(0.15 * SIZE.diskMB);
});
