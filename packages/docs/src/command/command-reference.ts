import { readFileSync } from "node:fs";
import { createProgram } from "../../../cli/src/program.js";
import { silentTerminal } from "../../../cli/src/terminal/silent-terminal.js";

type Command = ReturnType<typeof createProgram>;
type Option = Command["options"][number];

const readme = new URL("../../../cli/README.md", import.meta.url);

const head = `---
search:
  the-command: CLI, command line, npx tablewright, commands, options, flags, help, --help
  exit-codes: exit code, exit status, CI script
  config: tablewright.config.ts, configuration file, defineConfig, outDir, importExtension
  tablewright-generate: codegen, code generation, generate types, TypeScript types from schema, watch mode
  tablewright-init: scaffold, new project, setup
  tablewright-export: backup, dump, download a table, CSV, copy a table
  tablewright-import: restore, load, upload, seed data, CSV, copy a table
---

<!-- Written by \`pnpm generate\` from the help of the commands and the README of packages/cli. -->

# The command

\`npx tablewright\` generates classes, checks definitions and works on live tables. \`npx tablewright COMMAND --help\` prints the part of
this page about one command. [Errors of the command](commands.md) have their own page. [Live tables](../guide/live-tables.md) shows the
commands for live tables, and [changing a definition](../guide/changing-definitions.md) describes the steps for each change.

`;

/** Writes the page of all commands with their arguments and options, the config, and the exit codes. */
export function commandReference(): string {
  const all = commandsOf(
    createProgram("/", silentTerminal, () => undefined),
    [],
  );
  const shared = sharedOptions(all.map(([, { options }]) => options));
  const overview = all.map(([words, command]) => {
    return `| [\`tablewright ${words}\`](#tablewright-${words.replaceAll(" ", "-")}) | ${sentence(command.description())} |`;
  });
  const parts = [
    ["| command | does |", "| --- | --- |", ...overview].join("\n"),
    ...all.map(([words, command]) => describeCommand(words, command, shared)),
    `## Options of many commands\n\n${optionTable([...shared.values()])}`,
    ...["Config", "Exit codes"].map(readmeSection),
    "The output of `--json` is described in the [README of the command](https://www.npmjs.com/package/tablewright#json).",
  ];
  return `${head}${parts.join("\n\n")}\n`;
}

/** Returns all commands that do something, with their full words, such as `tables create`. */
function commandsOf(parent: Command, words: readonly string[]): (readonly [words: string, command: Command])[] {
  return parent.commands.flatMap((command) => {
    const own = [...words, command.name()];
    return command.commands.length > 0 ? commandsOf(command, own) : [[own.join(" "), command] as const];
  });
}

/** Returns the options that more than three commands have with the same flags and description, by flags. */
function sharedOptions(all: readonly (readonly Option[])[]): Map<string, Option> {
  const options = all.flat();
  const same = (a: Option, b: Option) => a.flags === b.flags && a.description === b.description;
  const shared = options.filter((option) => options.filter((other) => same(option, other)).length > 3);
  return new Map(shared.map((option) => [option.flags, option]));
}

function describeCommand(words: string, command: Command, shared: ReadonlyMap<string, Option>): string {
  const isShared = ({ flags, description }: Option) => shared.get(flags)?.description === description;
  const own = command.options.filter((option) => !isShared(option));
  const others = command.options.filter(isShared).map(({ long }) => `\`${long}\``);
  const usage = [command.name(), command.usage()].join(" ");
  const parents = words.split(" ").slice(0, -1);
  const parameters = command.registeredArguments.map((argument) => {
    return `| \`${argument.name()}\` | ${sentence(argument.description)} |`;
  });
  return [
    `## tablewright ${words}`,
    sentence(command.description()),
    `\`\`\`sh\nnpx tablewright ${[...parents, usage].join(" ")}\n\`\`\``,
    ...(parameters.length === 0 ? [] : [["| argument | is |", "| --- | --- |", ...parameters].join("\n")]),
    ...(own.length === 0 ? [] : [optionTable(own)]),
    ...(others.length === 0
      ? []
      : [`Also: ${others.join(", ")}; see [options of many commands](#options-of-many-commands).`]),
  ].join("\n\n");
}

function optionTable(options: readonly Option[]): string {
  const rows = options.map((option) => `| \`${option.flags}\` | ${sentence(option.description)}${notes(option)} |`);
  return ["| option | does |", "| --- | --- |", ...rows].join("\n");
}

function notes({ argChoices, defaultValue }: Option): string {
  const choices = argChoices === undefined ? "" : ` One of ${argChoices.map((choice) => `\`${choice}\``).join(", ")}.`;
  const isShown = typeof defaultValue === "string" || typeof defaultValue === "number";
  return `${choices}${isShown ? ` Default \`${defaultValue}\`.` : ""}`;
}

/** Converts a line of help to a sentence. */
function sentence(text: string): string {
  const escaped = text.replaceAll(/[|*]/g, "\\$&").replaceAll("<", "&lt;");
  return `${escaped.charAt(0).toUpperCase()}${escaped.slice(1)}.`;
}

/** Returns a section of the command's README, up to the next section. */
function readmeSection(title: string): string {
  const [, section] = readFileSync(readme, "utf8").split(new RegExp(`^(?=## ${title}$)`, "m"));
  if (section === undefined) throw new Error(`packages/cli/README.md has lost its section "${title}".`);
  return section.split(/\n(?=## )/)[0]?.trimEnd() ?? "";
}
