import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Packages that users are told to run, and their commands. npx installs any package with the given name. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  tablewright: ["tablewright"],
  "@yarnpkg/cli-dist": ["yarn"],
  azurite: ["azurite", "azurite-table"],
  pnpm: ["pnpm"],
  tsx: ["tsx"],
  typescript: ["tsc"],
  vitest: ["vitest"],
};

const call = /\bnpx((?:\s+(?:(?:-p|--package)[ =]\S+|-[\w-]+))*)\s+([@\w$](?:[^\s`"'\\<)]*[^\s`"'\\<).,:;])?)/g;

/** Finds each `npx` of a text that runs another package or command, with its file and line. */
function unknownCommands(path: string, text: string): string[] {
  return [...text.matchAll(call)].flatMap((match) => {
    const [written, options = "", command = ""] = match;
    const [, named = command] = /(?:-p|--package)[ =](\S+)/.exec(options) ?? [];
    const name = withoutVersion(named);
    if (allowed[name]?.includes(named === command ? name : command)) return [];
    const line = text.slice(0, match.index).split("\n").length;
    return [`${path}:${line}: ${written}`];
  });
}

function withoutVersion(name: string): string {
  return name.replace(/(?<=.)@.*/, "");
}

const root = join(import.meta.dirname, "..");
const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
const paths = execFileSync("git", list, { cwd: root, encoding: "utf8" }).split("\0");
const read = paths.filter((path) =>
  /^(?:packages|examples|\.github|[^/]+$).*\.(?:[cm]?tsx?|[cm]?js|md|json|ya?ml)$/.test(path),
);

it("every `npx` in messages, documentation and examples runs a package that is known", () => {
  const texts = read.map((path) => [path, readFileSync(join(root, path), "utf8")] as const);
  expect(texts.filter(([, text]) => text.includes("npx ")).length).toBeGreaterThan(20);
  expect(texts.flatMap(([path, text]) => unknownCommands(path, text))).toEqual([]);
});

it.each([
  ["one\nrun npx azurite-table now", ["a.md:2: npx azurite-table"]],
  ["`npx -y tablewrite generate`", ["a.md:1: npx -y tablewrite"]],
  ["npx -p azurit azurite-table", ["a.md:1: npx -p azurit azurite-table"]],
  ["npx -p azurite azurite-tables", ["a.md:1: npx -p azurite azurite-tables"]],
  ["npx --package=tsc tsc", ["a.md:1: npx --package=tsc tsc"]],
  ["npx @tablewright/cli generate", ["a.md:1: npx @tablewright/cli"]],
  [`npx \${name} generate`, [`a.md:1: npx \${name}`]],
  ["`npx tablewright`, npx -y pnpm@10 test, npx -p azurite@3 azurite-table", []],
  ["npx -p @yarnpkg/cli-dist@4 yarn add; npx tsx src/main.ts. Run npx tsx.", []],
])("finds what is not known in %j", (text, problems) => {
  expect(unknownCommands("a.md", text)).toEqual(problems);
});
