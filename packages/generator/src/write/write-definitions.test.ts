import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readModels } from "../generate.js";
import type { SourceHost } from "../read/project/source-host.js";
import { writeDefinitions } from "./write-definitions.js";

const workspace = fileURLToPath(new URL("../../../../", import.meta.url));

/** Returns a host with the files of the workspace, one of them with another text. */
function hostWith(root: string, file: string, text: string): SourceHost {
  return {
    readFile: (path) =>
      path === file ? text : existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined,
    fileExists: (path) => path === file || existsSync(join(root, path)),
  };
}

describe("what was written of a definition file reads as the same models", () => {
  const folders = ["packages/generator/src/emit/golden", "packages/conformance/tables", "examples"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(workspace, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".table.ts") && !path.includes("node_modules"))
      .map((path) => `${folder}/${path.replaceAll("\\", "/")}`),
  );

  it.each(files)("%s", (path) => {
    const root = resolve(workspace, dirname(path), "..");
    const file = path.slice(path.indexOf("/tables/") + 1);
    const read = (text: string) => readModels({ host: hostWith(root, file, text), files: [file] });
    const original = read(readFileSync(join(workspace, path), "utf8"));
    expect(original.models).not.toEqual([]);
    const again = read(writeDefinitions(original.models, { file }));
    expect(again.diagnostics.map(({ code }) => code)).toEqual(original.diagnostics.map(({ code }) => code));
    expect(again.models).toEqual(original.models);
  });
});
