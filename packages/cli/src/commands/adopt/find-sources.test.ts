import { expect, it } from "vitest";
import { temporaryProject } from "../../test/temporary-project.js";
import { findSources } from "./find-sources.js";

const sources = ["ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs"].map((extension) => `src/a.${extension}`);
const others = ["a.d.ts", "a.d.mts", "a.d.cts", "a.gen.ts", "a.json", "a.ts.txt", "ts", "node_modules/x/a.ts"];

it("finds sources, by globs and in folders, and nothing else", () => {
  const files = [...sources, ...others.map((name) => `src/${name}`), "lib/b.ts"];
  const { root } = temporaryProject(Object.fromEntries(files.map((path) => [path, ""])));
  expect(findSources(root, ["src"])).toEqual([...sources].sort());
  expect(findSources(root, ["src/*.mts", "lib/**"])).toEqual(["lib/b.ts", "src/a.mts"]);
  expect(() => findSources(root, ["src/*.json", "none"])).toThrow(
    expect.objectContaining({ code: "adopt.no-files", message: "No source files match src/*.json, none." }),
  );
});
