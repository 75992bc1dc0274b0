import { describe, expect, it } from "vitest";
import { InputError } from "../errors/input-error.js";
import { wirePackageScripts } from "./wire-package-scripts.js";

const wired = (scripts: Record<string, string>) => {
  const { text, changed } = wirePackageScripts(JSON.stringify({ name: "app", scripts }));
  return { scripts: (JSON.parse(text) as { scripts: Record<string, string> }).scripts, changed };
};

describe("wirePackageScripts", () => {
  it("adds generate, and a check of types where nothing compiles", () => {
    expect(wired({ test: "vitest" })).toEqual({
      scripts: {
        test: "vitest",
        generate: "tablewright generate",
        typecheck: "tablewright generate && tsc --noEmit",
      },
      changed: ["generate", "typecheck"],
    });
  });

  it("adds a build where a tsconfig for it is written, and no script compiles or builds", () => {
    const build = (scripts: object) =>
      wirePackageScripts(JSON.stringify({ scripts }), { buildConfig: "tsconfig.build.json" }).changed;
    expect(build({})).toEqual(["generate", "typecheck", "build"]);
    expect(build({ build: "make" })).toEqual(["generate", "typecheck"]);
    expect(build({ compile: "tsc" })).toEqual(["generate", "compile"]);
    expect(wirePackageScripts("{}", { buildConfig: "tsconfig.build.json" }).text).toContain(
      '"build": "tablewright generate && tsc -p tsconfig.build.json"',
    );
  });

  it.each([
    "tsc",
    "tsc -b",
    "rm -rf dist && tsc -p .",
    "./node_modules/.bin/tsc",
    "vite build",
    "tsup src/index.ts",
    "CI=1 next build",
    "a;tsc",
    "a|tsc",
  ])("puts generation before %s", (command) => {
    expect(wired({ build: command }).scripts).toEqual({
      build: `tablewright generate && ${command}`,
      generate: "tablewright generate",
    });
  });

  it.each(["vitest", "node dist/main.js", "eslint src/tsc-rules", "vite", "node-tsc", "tsc-watch", "vite builder"])(
    "leaves %s alone",
    (command) => {
      expect(wired({ run: command, build: "tsc" }).scripts["run"]).toBe(command);
    },
  );

  it.each<Record<string, string>>([
    { generate: "tablewright generate", build: "tablewright generate && tsc" },
    { generate: "tablewright generate", build: "npm run generate && tsc" },
    { generate: "tablewright generate", build: "pnpm generate && tsc" },
    { generate: "tablewright generate", build: "pnpm run generate && tsc" },
    { "generate:tables": "tablewright generate", generate: "prisma generate", build: "npm run generate:tables && tsc" },
    { generate: "tablewright generate", prebuild: "npm run generate", build: "tsc" },
    { "generate:tables": "tablewright generate", generate: "prisma generate", typecheck: "npm run check" },
  ])("changes nothing where generation comes first: %j", (scripts) => {
    expect(wired(scripts)).toEqual({ scripts, changed: [] });
  });

  it("keeps a generate script of something else", () => {
    expect(wired({ generate: "prisma generate", build: "prisma generate && tsc" }).scripts).toEqual({
      generate: "prisma generate",
      build: "tablewright generate && prisma generate && tsc",
      "generate:tables": "tablewright generate",
    });
  });

  it("does not take a generate script of something else for its own", () => {
    expect(wired({ generate: "prisma generate", prebuild: "npm run generate", build: "tsc" }).scripts["build"]).toBe(
      "tablewright generate && tsc",
    );
  });

  it("does not take a program of a similar name for generate", () => {
    for (const command of ["mytablewright generate", "tablewright generated"])
      expect(wired({ build: `${command} && tsc` }).scripts["build"]).toBe(`tablewright generate && ${command} && tsc`);
  });

  it("keeps a check of types that compiles nothing", () => {
    expect(wired({ typecheck: "flow" })).toEqual({
      scripts: { typecheck: "flow", generate: "tablewright generate" },
      changed: ["generate"],
    });
  });

  it("adds scripts to a file without any, whatever its first character is", () => {
    const text =
      '{\n  "scripts": {\n    "generate": "tablewright generate",\n    "typecheck": "tablewright generate && tsc --noEmit"\n  }\n}';
    for (const before of ["{}", "\uFEFF{}"]) expect(wirePackageScripts(before).text).toBe(text);
  });

  it("is done after one time", () => {
    const { text } = wirePackageScripts('{"scripts":{"build":"tsc"}}');
    expect(wirePackageScripts(text)).toEqual({ text, changed: [] });
  });

  it("keeps the indentation, the order and the end of the file", () => {
    expect(
      wirePackageScripts('{\n\t"name": "app",\n\t"scripts": {\n\t\t"build": "tsc"\n\t},\n\t"type": "module"\n}\n').text,
    ).toBe(
      '{\n\t"name": "app",\n\t"scripts": {\n\t\t"build": "tablewright generate && tsc",\n\t\t"generate": "tablewright generate"\n\t},\n\t"type": "module"\n}\n',
    );
  });

  it("takes the first indented line for the indentation", () => {
    const text = '{"name": "app",\n    "scripts": {"build": "tablewright generate && tsc", "test": "tsc"}}';
    expect(wirePackageScripts(text).text).toContain('\n    "scripts": {\n        "build"');
    expect(wirePackageScripts('{ "scripts": { "build": "tsc" } }').text).toContain('\n  "scripts": {\n    "build"');
  });

  it("keeps line ends of CR LF", () => {
    expect(wirePackageScripts('{\r\n  "scripts": {\r\n    "build": "tsc"\r\n  }\r\n}\r\n').text).toBe(
      '{\r\n  "scripts": {\r\n    "build": "tablewright generate && tsc",\r\n    "generate": "tablewright generate"\r\n  }\r\n}\r\n',
    );
  });

  it.each(["[]", "null", '"text"', '{"scripts": []}', '{"scripts": null}', '{"scripts": {"build": 1}}'])(
    "refuses %s",
    (text) => {
      const message = "Invalid package.json: expected an object whose `scripts` are strings.";
      expect(() => wirePackageScripts(text)).toThrow(
        expect.objectContaining({ code: "init.package-invalid", message }),
      );
    },
  );

  it("refuses what is no JSON", () => {
    expect(() => wirePackageScripts("{")).toThrow(/^Invalid package\.json: /);
    expect(() => wirePackageScripts("{")).toThrow(InputError);
  });
});

it("adds no script that checks types to a package that nothing compiles", () => {
  const { text, changed } = wirePackageScripts('{ "scripts": { "test": "node --test" } }', { compiles: false });
  expect(changed).toEqual(["generate"]);
  expect(JSON.parse(text)).toEqual({ scripts: { test: "node --test", generate: "tablewright generate" } });
});
