import { describe, expect, it } from "vitest";
import { readImportExtension } from "./import-extension.js";
import { createSourceHost } from "./source-host.js";

function extensionUnder(compilerOptions: object, base?: object): string {
  const extended = base === undefined ? {} : { extends: "./base.json" };
  return readImportExtension(
    "tsconfig.json",
    createSourceHost({
      "tsconfig.json": JSON.stringify({ ...extended, compilerOptions }),
      "base.json": JSON.stringify({ compilerOptions: base }),
    }),
  );
}

describe("readImportExtension", () => {
  it("is .js without a tsconfig", () => {
    expect(readImportExtension(undefined, createSourceHost({}))).toBe(".js");
  });

  it("is .js where Node's rules hold", () => {
    expect(extensionUnder({ module: "nodenext" })).toBe(".js");
    expect(extensionUnder({ module: "node16" })).toBe(".js");
    expect(extensionUnder({ module: "esnext", moduleResolution: "nodenext" })).toBe(".js");
  });

  it("is .ts where the compiler takes that", () => {
    expect(extensionUnder({ module: "nodenext", rewriteRelativeImportExtensions: true })).toBe(".ts");
    expect(extensionUnder({ moduleResolution: "bundler", allowImportingTsExtensions: true })).toBe(".ts");
  });

  it("is none for bundlers", () => {
    expect(extensionUnder({ module: "esnext", moduleResolution: "bundler" })).toBe("none");
    expect(extensionUnder({ module: "preserve" })).toBe("none");
    expect(extensionUnder({})).toBe("none");
  });

  it("follows extends", () => {
    expect(extensionUnder({}, { module: "nodenext" })).toBe(".js");
    expect(extensionUnder({ module: "nodenext" }, { rewriteRelativeImportExtensions: true })).toBe(".ts");
  });

  it.each([
    [".js", [{ module: "nodenext" }, { module: "nodenext" }]],
    [".js", [{ module: "preserve" }, { module: "nodenext" }]],
    [".ts", [{ allowImportingTsExtensions: true }, { allowImportingTsExtensions: true }]],
    ["none", [{ allowImportingTsExtensions: true }, { module: "preserve" }]],
  ])("is %s where a tsconfig without files refers to %j", (extension, [app, tests]) => {
    const files = {
      "../tsconfig.json": '{ "files": [], "references": [{ "path": "./app" }, { "path": "./app/tests.json" }] }',
      "../app/tsconfig.json": JSON.stringify({ compilerOptions: app }),
      "../app/tests.json": JSON.stringify({ compilerOptions: tests }),
    };
    expect(readImportExtension("../tsconfig.json", createSourceHost(files))).toBe(extension);
  });

  it("ends where tsconfigs refer to each other or to none", () => {
    const files = { "tsconfig.json": '{ "files": [], "references": [{ "path": "." }, { "path": "./absent" }] }' };
    expect(readImportExtension("tsconfig.json", createSourceHost(files))).toBe(".js");
  });
});
