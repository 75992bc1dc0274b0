import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { createProgram } from "../packages/cli/src/program.js";
import { createColors } from "../packages/cli/src/terminal/terminal.js";
import { edm } from "../packages/generator/src/definition/edm.js";
import { propertyOptions } from "../packages/generator/src/options/property-options.js";
import { operatorNames } from "../packages/runtime/src/query/filter/filter-property.js";
import { packages } from "./layers.js";

/**
 * Root of the repository. An addition often needs changes in several places, and each of these tests names the place that was forgotten.
 */
const root = join(import.meta.dirname, "..");
const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
const paths = execFileSync("git", list, { cwd: root, encoding: "utf8" }).split("\0");

/** Returns the texts of all files whose path matches. */
function textOf(pattern: RegExp): string {
  const found = paths.filter((path) => pattern.test(path));
  expect(found, `no file matches ${pattern}`).not.toEqual([]);
  return found.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
}

describe.each(Object.keys(edm))("edm.%s", (name) => {
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  const edmType = name === "json" ? "String" : capital;

  it.each([
    ["its row in the guide", /^packages\/docs\/pages\/guide\/definitions\.md$/, `| \`edm.${name}`],
    ["its use in a golden definition", /^packages\/generator\/src\/emit\/golden\/.*\.table\.ts$/, `edm.${name}`],
    ["its reader in codegen/v1.ts", /^packages\/runtime\/src\/codegen\/v1\.ts$/, `read${capital}`],
    ["its type in the strict service", /^packages\/testing\/src\/edm\/.*\.ts$/, `"Edm.${edmType}"`],
  ])("has %s", (_, files, text) => {
    expect(textOf(files).toLowerCase().includes(text.toLowerCase()), `${files} contains ${text}`).toBe(true);
  });
});

describe.each(Object.keys(propertyOptions))("the option %s", (name) => {
  it("has its place in the guide", () => {
    const isThere = new RegExp(`\`${name}\\b|\\b${name}:`).test(textOf(/^packages\/docs\/pages\/guide\/.*\.md$/));
    expect(isThere, "packages/docs/pages/guide names the option").toBe(true);
  });

  it("is in a golden definition", () => {
    const isThere = new RegExp(`\\b${name}:`).test(textOf(/^packages\/generator\/src\/emit\/golden\/.*\.table\.ts$/));
    expect(isThere, "a definition of packages/generator/src/emit/golden has the option").toBe(true);
  });
});

describe.each(operatorNames)("the operator %s", (name) => {
  it.each([
    [
      "its row in the guide",
      /^packages\/docs\/pages\/guide\/queries\.md$/,
      new RegExp(`^\\| .*[ \`]${name}[:\`].* \\|$`, "m"),
    ],
    [
      "a test of its filter",
      /^packages\/runtime\/src\/query\/filter\/filter-where\.test\.ts$/,
      new RegExp(`\\b${name}: `),
    ],
    [
      "its test on evolved properties",
      /^packages\/runtime\/src\/features\/evolution\/filter-evolved\.test\.ts$/,
      new RegExp(`\\b${name}: `),
    ],
    ["its case in the reference", /^packages\/conformance\/src\/queries\/matches\.ts$/, new RegExp(`case "${name}":`)],
    ["random conditions", /^packages\/conformance\/src\/queries\/random-rows\.ts$/, new RegExp(`\\b${name}\\b`)],
  ])("has %s", (_, files, text) => {
    expect(text.test(textOf(files)), `${files} matches ${text}`).toBe(true);
  });
});

/** Names of the operations that write. every-operation.test.ts requires their rows there. */
const writes = [
  ...textOf(/^packages\/runtime\/src\/(?:rest|admin)\/.*(?<!\.test)\.ts$/).matchAll(
    / name: "(\w+)",\n {2}readOnly: false/g,
  ),
].map(([, name = ""]) => name);

it("finds the operations that write", () => {
  expect(writes).toContain("insertEntity");
  expect(writes.length).toBeGreaterThan(9);
});

it.each(writes)("%s has its line in the table of retries, retry-table.ts", (name) => {
  const table = textOf(/^packages\/runtime\/src\/http\/.*retry-table\.ts$/);
  expect(table).toMatch(new RegExp(`\\* \\|.*\\b${name.replace(/(?<=Or.*)Entity$/, "")}\\b`));
});

describe("the command line", () => {
  const colors = createColors(false);
  const ignore = () => undefined;
  const write = async () => undefined;
  const terminal = {
    out: ignore,
    write,
    log: ignore,
    progress: ignore,
    showsProgress: false,
    showsData: false,
    colors,
  };
  const program = createProgram("/", terminal, ignore);
  const readme = textOf(/^packages\/cli\/README\.md$/);

  /** Every command with its full words, including the parent of a subcommand. */
  const all = commandsOf(program, []);

  it("has subcommands", () => {
    expect(all.map(([words]) => words)).toEqual(expect.arrayContaining(["tables", "tables create", "key decode"]));
  });

  it.each(all)("%s has help", (_, command) => {
    expect(command.description()).not.toBe("");
    for (const { flags, description } of command.options) expect(description, flags).not.toBe("");
  });

  it.each(program.commands.map((command) => command.name()))("%s has its row in packages/cli/README.md", (name) => {
    expect(readme).toContain(`| \`tablewright ${name}`);
  });

  it.each(all.flatMap(([words, { options }]) => options.map(({ long }) => [long ?? "", words] as const)))(
    "%s of %s has its row in packages/cli/README.md",
    (option, words) => {
      const [command = ""] = words.split(" ");
      const rows = readme.split("\n").filter((line) => line.startsWith(`| \`${option}`));
      const names = rows.flatMap((row) => row.split(/(?<!\\)\|/)[2]?.split(",") ?? []).map((name) => name.trim());
      expect([command, words].some((name) => names.includes(name))).toBe(true);
    },
  );
});

it.each(paths.flatMap((path) => /^examples\/([^/]+)\/package\.json$/.exec(path)?.[1] ?? []))(
  "the example %s has its line in examples/README.md",
  (name) => {
    expect(textOf(/^examples\/README\.md$/)).toContain(`\n- [${name}](${name}): `);
  },
);

const published = Object.entries(packages).filter(([name]) => {
  const manifest = readFileSync(join(root, "packages", name, "package.json"), "utf8");
  return (JSON.parse(manifest) as PackageManifest).private !== true;
});

describe.each(published)("FOLDERS.md, %s", (name, { order }) => {
  const sections = textOf(/^\.github\/FOLDERS\.md$/).split(/^## /m);
  const section = sections.find((each) => each.startsWith(`packages/${name}: `)) ?? "";
  const rows = [...section.matchAll(/^\| (`.*`) \| (.+) \|$/gm)].map(([, names = "", text = ""]) => ({
    folders: [...names.matchAll(/`([^`]+)`/g)].map(([, folder = ""]) => folder),
    text,
  }));

  it("has a row for each folder of its source, and for no other", () => {
    const sources = paths.filter(
      (path) => /\.ts$/.test(path) && !/\/(?:test|fixtures|golden)\/|\.test\.ts$/.test(path),
    );
    const start = `packages/${name}/src/`;
    const found = sources
      .filter((path) => path.startsWith(start))
      .map((path) => posix.dirname(path.slice(start.length)));
    const folders = new Set(found.filter((folder) => folder !== "."));
    expect(rows.flatMap(({ folders }) => folders).toSorted()).toEqual([...folders].toSorted());
  });

  it("names files that exist", () => {
    const missing = rows.flatMap(({ folders, text }) => {
      const files = [...text.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, file]) => file);
      return files.filter(
        (file) => !folders.some((folder) => paths.includes(`packages/${name}/src/${folder}/${file}.ts`)),
      );
    });
    expect(missing).toEqual([]);
  });

  it("lists the folders in the order of their imports", () => {
    const steps = order.split(" · ").map((step) => step.split(", "));
    const ranks = rows.map(({ folders: [folder = ""] }) =>
      steps.findIndex((step) => step.some((one) => `${folder}/`.startsWith(`${one}/`))),
    );
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  });
});

describe("the Markdown of a published package", () => {
  const packed = paths.flatMap((path) => {
    const folder = /^packages\/\w+(?=\/package\.json$)/.exec(path)?.[0];
    if (folder === undefined) return [];
    const manifest = JSON.parse(readFileSync(join(root, path), "utf8")) as PackageManifest;
    if (manifest.private) return [];
    const folders = ["README.md", ...(manifest.files ?? [])].map((name) => `${folder}/${name}`);
    return paths.filter((file) => folders.some((name) => file === name || file.startsWith(`${name}/`)));
  });
  const documents = packed.filter((path) => path.endsWith(".md"));

  it("is the README of each, and the pages of the reference", () => {
    expect(documents.length).toBeGreaterThanOrEqual(6);
  });

  it.each(documents)("has links to what is packed alone: %s", (path) => {
    const text = readFileSync(join(root, path), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const broken = links.filter((link) => {
      if (link.startsWith("#")) return !headings.includes(link.slice(1));
      return !link.startsWith("https:") && !packed.includes(posix.join(posix.dirname(path), link.replace(/#.*/, "")));
    });
    expect(broken).toEqual([]);
  });
});

type Command = Pick<ReturnType<typeof createProgram>, "name" | "description" | "options" | "commands">;

function commandsOf({ commands }: Command, words: readonly string[]): (readonly [string, Command])[] {
  return commands.flatMap((command) => {
    const own = [...words, command.name()];
    return [[own.join(" "), command] as const, ...commandsOf(command, own)];
  });
}

interface PackageManifest {
  readonly private?: boolean;
  readonly files?: readonly string[];
}

/** Returns the anchor of a heading, as Markdown viewers derive it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}
