import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, expect, it } from "vitest";
import { StageDisk } from "./stage-disk.ts";

const disks: StageDisk[] = [];
afterEach(() => {
  for (const disk of disks.splice(0)) disk.remove();
});

function setUp(): StageDisk {
  const disk = new StageDisk({
    "/project/notes.md": "notes",
    "/project/away": { link: "../secrets" },
    "/secrets/key": "key",
  });
  disks.push(disk);
  return disk;
}

it("has files and links, with paths of its own", () => {
  const disk = setUp();
  expect(disk.read("/project/notes.md")).toBe("notes");
  expect(disk.read("/project/away/key")).toBe("key");
  expect(disk.realpath("/project/away/key")).toBe("/secrets/key");
  expect(disk.realpath("/project/away/../project/notes.md")).toBe("/project/notes.md");
  expect(disk.realpath("/")).toBe("/");
  expect(() => disk.lstat("/project/away")).not.toThrow();
});

it("writes through links and into folders that are missing; a link takes the place of a file", () => {
  const disk = setUp();
  disk.write("/project/away/new/one", "1");
  expect(disk.read("/secrets/new/one")).toBe("1");
  disk.link("/project/notes.md", "../secrets/key");
  expect(disk.read("/project/notes.md")).toBe("key");
  disk.delete("/secrets");
  expect(() => disk.realpath("/project/notes.md")).toThrow("ENOENT: /project/notes.md");
  expect(() => disk.lstat("/project/notes.md")).not.toThrow();
});

it("fails as node:fs does, and never names the folder that it lives in", () => {
  const disk = setUp();
  for (const act of [
    () => disk.read("/nothing"),
    () => disk.realpath("/nothing"),
    () => disk.lstat("/nothing"),
    () => disk.delete("/nothing"),
  ]) {
    expect(act).toThrow(expect.objectContaining({ code: "ENOENT", message: "ENOENT: /nothing" }));
  }
  expect(() => disk.read("/project/notes.md/x")).toThrow(expect.objectContaining({ code: "ENOTDIR" }));
});

it("ends at its root: what is led astray stays on it", () => {
  const disk = setUp();
  disk.write("/../../stage-disk-test-astray", "x");
  expect(existsSync(`${tmpdir()}/../stage-disk-test-astray`)).toBe(false);
  expect(disk.read("/stage-disk-test-astray")).toBe("x");
});

it("goes when it is removed, and does not wait for the end of the process any more", () => {
  const before = process.listenerCount("exit");
  const disk = setUp();
  expect(process.listenerCount("exit")).toBe(before + 1);
  disk.remove();
  expect(process.listenerCount("exit")).toBe(before);
  expect(() => disk.read("/project/notes.md")).toThrow("ENOENT");
});

it("is no other disk", () => {
  const [one, other] = [setUp(), setUp()];
  one.write("/project/notes.md", "changed");
  expect(other.read("/project/notes.md")).toBe("notes");
});
