import { describe, expect, it } from "vitest";
import { Report } from "../../diagnostics/report.js";
import { createSourceHost } from "./source-host.js";
import { readTsconfig } from "./tsconfig.js";

function problems(files: Readonly<Record<string, string>>) {
  const report = new Report();
  readTsconfig("tsconfig.json", createSourceHost(files), report);
  return report
    .sorted()
    .map(({ message, location: { file, line, column } }) => `${file}:${line}:${column} ${message.split(": ")[1]}`);
}

describe("a tsconfig is refused when it has", () => {
  it.each([
    ['{ "compilerOptions": { "paths": 5 } }', "1:33 Compiler option 'paths' requires a value of type object."],
    ['{\n  "extends": 7\n}', "2:14 Compiler option 'extends' requires a value of type string or Array."],
    ['{ "extends": [7] }', "1:15 Compiler option 'extends' requires a value of type string."],
    ['{ "compilerOptions": 5 }', "1:22 Compiler option 'compilerOptions' requires a value of type object."],
    ['{ "compilerOptions": [] }', '1:3 "compilerOptions" must be an object.'],
    ['{ "compilerOptions": { "paths": [] } }', '1:24 "paths" must be an object.'],
    ['{ "compilerOptions": { "paths": { "@/*": "./src/*" } } }', '1:35 "@/*" must be an array of strings.'],
    ['{ "compilerOptions": { "paths": { "@/*": [7] } } }', '1:35 "@/*" must be an array of strings.'],
    ["[]", "1:1 The root value of a 'tsconfig.json' file must be an object."],
    ['{ "files": ', "1:11 Expression expected."],
  ])("%s", (text, problem) => {
    expect(problems({ "tsconfig.json": text })).toEqual([`tsconfig.json:${problem}`]);
  });

  it("a member of the wrong type in one that it extends, and that place is named", () => {
    const files = {
      "tsconfig.json": '{ "extends": "./config/base.json" }',
      "config/base.json": '{ "compilerOptions": { "baseUrl": 1 } }',
    };
    expect(problems(files)).toEqual([
      "config/base.json:1:35 Compiler option 'baseUrl' requires a value of type string.",
    ]);
  });
});

it("null takes back what an extended tsconfig set, and is no mistake", () => {
  expect(problems({ "tsconfig.json": '{ "compilerOptions": { "paths": null } }' })).toEqual([]);
  expect(problems({ "tsconfig.json": "" })).toEqual([]);
});
