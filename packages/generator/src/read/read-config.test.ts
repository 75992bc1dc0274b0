import { describe, expect, it } from "vitest";
import { createSourceHost } from "./project/source-host.js";
import { readConfig } from "./read-config.js";

const path = "tablewright.config.ts";
const read = (text: string, others: Record<string, string> = {}) =>
  readConfig({ host: createSourceHost({ [path]: text, ...others }), path });
const imported = 'import { defineConfig, type TablewrightConfig } from "tablewright";\n';
const found = (text: string) =>
  read(text).diagnostics.map(({ code, location, message, help }) => ({
    code,
    at: `${location.line}:${location.column}`,
    message,
    help,
  }));

describe("readConfig", () => {
  it.each([
    ["defineConfig", `${imported}export default defineConfig({ outDir: "gen" });`],
    [
      "defineConfig under another name",
      'import { defineConfig as d } from "tablewright";\nexport default d({ outDir: "gen" });',
    ],
    ["a namespace", 'import * as t from "tablewright";\nexport default t.defineConfig({ outDir: "gen" });'],
    ["satisfies", `${imported}export default { outDir: "gen" } satisfies TablewrightConfig;`],
    ["a constant", `${imported}const config: TablewrightConfig = { outDir: "gen" };\nexport default config;`],
    [
      "a constant through defineConfig",
      `${imported}const config = defineConfig({ outDir: "gen" });\nexport { config as default };`,
    ],
  ])("reads a default export by %s", (_, text) => {
    expect(read(text)).toEqual({ config: { outDir: "gen" }, diagnostics: [] });
  });

  it("reads every option", () => {
    const text = `${imported}export default defineConfig({
      definitions: ["a/*.table.ts", "!a/old.table.ts"], outDir: "gen", importExtension: "none", service: "cosmos", tsconfig: "tsconfig.app.json",
    });`;
    expect(read(text)).toEqual({
      config: {
        definitions: ["a/*.table.ts", "!a/old.table.ts"],
        outDir: "gen",
        importExtension: "none",
        service: "cosmos",
        tsconfig: "tsconfig.app.json",
      },
      diagnostics: [],
    });
  });

  it("follows imports and spreads", () => {
    const text = `${imported}import { shared } from "./shared.js";\nexport default defineConfig({ ...shared, outDir: "gen" });`;
    const others = { "shared.ts": 'export const shared = { definitions: "d/*.ts", outDir: "other" };' };
    expect(read(text, others)).toEqual({ config: { definitions: "d/*.ts", outDir: "gen" }, diagnostics: [] });
  });

  it("reports an unknown option with the name that was meant", () => {
    expect(found(`${imported}export default defineConfig({ outdir: "gen" });`)).toEqual([
      {
        code: "config.unknown-option",
        at: "2:31",
        message: 'The config has no option "outdir".',
        help: 'Did you mean "outDir"?',
      },
    ]);
  });

  it("takes no option from Object.prototype", () => {
    expect(found(`${imported}export default defineConfig({ constructor: 1 });`)).toMatchObject([
      { code: "config.unknown-option" },
    ]);
  });

  it.each([
    [
      "outDir: 5",
      'The option "outDir" of the config is 5, but must be a folder, relative to the config file\'s folder.',
    ],
    [
      'outDir: ""',
      'The option "outDir" of the config is "", but must be a folder, relative to the config file\'s folder.',
    ],
    [
      'outDir: "a\\0b"',
      'The option "outDir" of the config is "a\\u0000b", but must be a folder, relative to the config file\'s folder.',
    ],
    [
      'outDir: "/tmp/gen"',
      'The option "outDir" of the config is "/tmp/gen", but must be a folder, relative to the config file\'s folder.',
    ],
    [
      "definitions: []",
      'The option "definitions" of the config is an array, but must be a glob, or an array of globs.',
    ],
    [
      "definitions: [1]",
      'The option "definitions" of the config is an array, but must be a glob, or an array of globs.',
    ],
    ['service: "azure"', 'The option "service" of the config is "azure", but must be one of "storage", "cosmos".'],
    [
      "importExtension: null",
      'The option "importExtension" of the config is null, but must be one of ".js", ".ts", "none".',
    ],
  ])("refuses %s", (option, message) => {
    expect(found(`${imported}export default defineConfig({ ${option} });`)).toMatchObject([
      { code: "config.invalid-value", message },
    ]);
  });

  it("reports all problems at once, in the order of the file", () => {
    const text = `${imported}export default defineConfig({ outDir: 5, definition: "x", service: process.env.X });`;
    expect(found(text).map(({ code, at }) => `${code} ${at}`)).toEqual([
      "config.invalid-value 2:39",
      "config.unknown-option 2:42",
      "definition.not-static 2:68",
    ]);
  });

  it.each([
    ["nothing", "export const config = {};", "config.no-default-export"],
    ["a function", "export default () => ({});", "config.invalid-value"],
    ["too deep to be read", `export default ${"[".repeat(5_000)}${"]".repeat(5_000)};`, "definition.too-deep"],
    ["a value that must be computed", `${imported}export default defineConfig(load());`, "definition.name-not-found"],
    ["defineConfig without an argument", `${imported}export default defineConfig();`, "definition.not-static"],
    ["text that is no TypeScript", "export default {", "definition.syntax"],
  ])("refuses a file that exports %s", (_, text, code) => {
    expect(found(text).map((diagnostic) => diagnostic.code)).toEqual([code]);
  });

  it("refuses constants that stand for each other", () => {
    const text = "const a = b;\nconst b = a;\nexport default a;";
    expect(found(text).map(({ code }) => code)).toEqual(["definition.circular"]);
  });
});
