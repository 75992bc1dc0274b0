import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Target = string | { readonly [condition: string]: Target };
interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, Target>>;
  readonly publishConfig: { readonly exports: Readonly<Record<string, Target>> };
}

const packages = new URL("../packages/", import.meta.url).pathname;
const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, "utf8"));

/** Returns the file of an entry point for a tool that sets these conditions. */
function resolveTarget(target: Target, conditions: ReadonlySet<string>): string | undefined {
  if (typeof target === "string") return target;
  for (const [condition, next] of Object.entries(target)) {
    if (condition !== "default" && !conditions.has(condition)) continue;
    const found = resolveTarget(next, conditions);
    if (found !== undefined) return found;
  }
  return undefined;
}

const runtime = readManifest(`${packages}runtime/package.json`).publishConfig.exports;
const entries = Object.entries(runtime).filter(([, target]) => typeof target !== "string");

describe.each(entries)("the runtime's entry point %s", (_, target) => {
  it.each([
    ["a bundler for browsers", ["browser", "module", "import"], /^\.\/dist\/web\/.*\.js$/],
    ["require in a bundle for browsers", ["browser", "module", "require"], /^\.\/dist\/web\/.*\.js$/],
    ["Jest with jsdom, which runs on Node", ["browser", "require"], /^\.\/dist\/(?!web).*\.cjs$/],
    ["Next.js on the edge", ["edge-light", "module", "import"], /^\.\/dist\/web\/.*\.js$/],
    ["a bundler for Node", ["node", "module", "require"], /^\.\/dist\/bundler\/.*\.js$/],
    ["require on Node 20", ["node", "require"], /^\.\/dist\/(?!web).*\.cjs$/],
    ["import on Node", ["node", "import", "module-sync"], /^\.\/dist\/(?!web|bundler).*\.js$/],
  ])("resolves for %s", (_tool, conditions, file) => {
    expect(resolveTarget(target, new Set(conditions))).toMatch(file);
  });
});

it("package.json of every published package can be read by tools", () => {
  const manifests = readdirSync(packages).map((folder) => readManifest(`${packages}${folder}/package.json`));
  const published = manifests.filter((manifest) => manifest.private !== true && manifest.exports !== undefined);
  expect(published.length).toBeGreaterThan(4);
  for (const { name, exports, publishConfig } of published) {
    const own = "./package.json";
    expect([exports[own], publishConfig.exports[own]], name).toEqual([own, own]);
  }
});
