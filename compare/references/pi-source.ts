import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { piDeclarations, type PiDeclaration } from "./pi-declarations.ts";

/** The packages that are looked into, and what a reference writes before the files of each. */
const PACKAGES = [
  { name: "@earendil-works/pi-agent-core", prefix: "" },
  { name: "@earendil-works/pi-ai", prefix: "pi-ai/" },
] as const;

type Manifest = { version: string; repository: { url: string; directory: string } };

/** The original TypeScript of an installed Pi, as its source maps carry it. */
export type PiSource = {
  /** Of pi-agent-core. */
  version: string;
  files: PiFile[];
};

/** Reads what lies in a `node_modules`. Throws when Pi is not in it or came without its source. */
export function readPi(nodeModules: string): PiSource {
  const manifests = PACKAGES.map(({ name }) => readManifest(join(nodeModules, name)));
  const files = PACKAGES.flatMap(({ name, prefix }, at) => {
    const manifest = manifests[at];
    return manifest ? filesOf(join(nodeModules, name), prefix, manifest) : [];
  });
  if (files.length === 0) throw new Error(`No source maps of Pi in ${nodeModules}`);
  return { version: manifests[0]?.version ?? "", files };
}

/** The repository that the files of `source` are linked to, such as `https://github.com/owner/name`. */
export function repositoryOf(source: PiSource): string {
  return source.files[0]?.repository ?? "";
}

/** One file of Pi's source. Text and declarations are read when they are asked for. */
export class PiFile {
  /** As a reference writes it: `agent-loop.ts`, `harness/types.ts`, `pi-ai/types.ts`. */
  readonly name: string;
  readonly repository: string;
  /** The page of the file at the tag of its version. */
  readonly url: string;

  readonly #map: string;
  #text: string | undefined;
  #declarations: PiDeclaration[] | undefined;

  /** `map` is the path of its source map. */
  constructor(name: string, map: string, repository: string, url: string) {
    this.name = name;
    this.repository = repository;
    this.url = url;
    this.#map = map;
  }

  /** Throws when the source map carries no text. */
  get text(): string {
    if (this.#text === undefined) {
      const map: { sourcesContent?: (string | null)[] } = JSON.parse(readFileSync(this.#map, "utf8"));
      const [text] = map.sourcesContent ?? [];
      if (typeof text !== "string") throw new Error(`${this.#map} carries no source`);
      this.#text = text;
    }
    return this.#text;
  }

  /** In the order of the file. */
  get declarations(): PiDeclaration[] {
    this.#declarations ??= piDeclarations(this.name, this.text);
    return this.#declarations;
  }

  /** The lines from `first` to `last`, both counted from 1 and included. */
  lines(first: number, last: number): string[] {
    return this.text.split(/\r?\n/).slice(first - 1, last);
  }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function filesOf(folder: string, prefix: string, { version, repository }: Manifest): PiFile[] {
  const dist = join(folder, "dist");
  if (!existsSync(dist)) return [];
  const page = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  const source = `${page}/blob/v${version}/${repository.directory}/src`;
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js.map"))
    .toSorted()
    .map((path) => {
      // `dist` mirrors `src`, which a test holds against the maps' own word.
      const file = path.replaceAll("\\", "/").replace(/\.js\.map$/, ".ts");
      return new PiFile(prefix + file, join(dist, path), page, `${source}/${file}`);
    });
}
