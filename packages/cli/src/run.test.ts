import { describe, expect, it } from "vitest";
import { run } from "./run.js";
import { createColors } from "./terminal/terminal.js";
import { runHere } from "./test/run-here.js";
import { definition, temporaryProject } from "./test/temporary-project.js";
import { version } from "./version.js";

describe("run", () => {
  it.each([["--help"], ["-h"], ["help"]])("prints help on stdout for %s and exits with 0", async (argument) => {
    const { code, out, log } = await runHere("/", argument);
    expect({ code, log }).toEqual({ code: 0, log: "" });
    expect(out).toMatch(/^Usage: tablewright/);
    for (const command of ["init", "generate", "check", "serve"])
      expect(out).toMatch(new RegExp(`^ {2}${command} `, "m"));
  });

  it("prints the options of a command", async () => {
    const { code, out } = await runHere("/", "generate", "--help");
    expect(code).toBe(0);
    for (const option of ["--config", "--check", "--dry-run", "--watch", "--json"]) expect(out).toContain(option);
  });

  it("lists the commands in the order of tasks", async () => {
    const { out } = await runHere("/", "--help");
    const places = [
      "Definitions:",
      "  init ",
      "  adopt ",
      "Tables of an account:",
      "  export ",
      "Tests and help:",
      "  serve ",
    ].map((text) => out.indexOf(`\n${text}`));
    expect(places.toSorted((one, other) => one - other)).toEqual(places);
    expect(places).not.toContain(-1);
  });

  it.each([["--version"], ["-v"]])("prints the version on stdout for %s and exits with 0", async (argument) => {
    expect(await runHere("/", argument)).toEqual({ code: 0, out: version, log: "" });
  });

  it("prints help on stderr and exits with 2 without a command", async () => {
    const { code, out, log } = await runHere("/");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(log).toMatch(/^Usage: tablewright/);
  });

  it.each([
    [["generat"], "✖ unknown command 'generat'\n(Did you mean generate?)"],
    [["generate", "--chek"], "✖ unknown option '--chek'\n(Did you mean --check?)"],
    [["check", "more"], "✖ too many arguments for 'check'. Expected 0 arguments but got 1"],
    [
      ["serve", "--port", "many"],
      "✖ option '--port <number>' argument 'many' is invalid. Expected a whole number from 0 to 65535.",
    ],
    [["serve", "--port", "65536"], "✖ option '--port <number>' argument '65536' is invalid."],
    [
      ["serve", "--kind", "s3"],
      "✖ option '--kind <kind>' argument 's3' is invalid. Allowed choices are storage, cosmos.",
    ],
    [["pull", "Shop", "--out", "-"], "✖ option '--out <file>' argument '-' is invalid."],
    [["plan", "Shop", "--shards", "2", "--out", "-"], "✖ option '--out <file>' argument '-' is invalid."],
    [["generate", "--config"], "✖ option '-c, --config <file>' argument missing"],
    [["generate", "--watch", "--check"], "✖ option '--watch' cannot be used with option '--check'"],
    [["generate", "--watch", "--json"], "✖ option '--watch' cannot be used with option '--json'"],
    [["generate", "--dry-run", "--check"], "✖ option '--dry-run' cannot be used with option '--check'"],
  ])("rejects %j in a few lines that name the help, and exits with 2", async (args, message) => {
    const { code, out, log } = await runHere("/", ...args);
    const command = args[0] === "generat" ? "" : `${args[0]} `;
    expect([code, log.split("\n").at(-1)]).toEqual([2, `  → See \`npx tablewright ${command}--help\`.`]);
    expect(log.startsWith(message)).toBe(true);
    expect(log.split("\n").length).toBeLessThanOrEqual(3);
    if (!args.includes("--json")) expect(out).toBe("");
  });

  it("exits with 1 for a defect of its own, with the stack", async () => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    const notes: string[] = [];
    const code = await run(["generate"], project.root, {
      out: () => {},
      write: async () => {},
      log: (line) => notes.push(line),
      progress: (text) => {
        if (text !== "") throw new TypeError("boom");
      },
      showsProgress: false,
      showsData: false,
      colors: createColors(false),
    });
    expect(code).toBe(1);
    expect(notes.join("\n")).toMatch(/^✖ This is a bug in Tablewright\. .*\n\nTypeError: boom\n {4}at /);
  });
});
