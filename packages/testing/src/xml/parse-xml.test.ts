import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";

const source = fileURLToPath(new URL("parse-xml.ts", import.meta.url));
const require = createRequire(source);

it("runs in a CommonJS bundle, which has no import.meta", () => {
  const esbuild = createRequire(new URL("../../../bench/package.json", import.meta.url))("esbuild");
  const { code } = esbuild.transformSync(readFileSync(source, "utf8"), {
    loader: "ts",
    format: "cjs",
    platform: "node",
    logLevel: "silent",
  });
  const module: { exports: { parseXml?: (text: string) => { readonly name: string } } } = { exports: {} };
  const requireHere = (id: string) => (id.startsWith("node:") ? require(id) : {});
  runInNewContext(code, { module, exports: module.exports, require: requireHere, __filename: source });
  expect(module.exports.parseXml?.("<a>1</a>")).toMatchObject({ name: "a", text: "1" });
});
