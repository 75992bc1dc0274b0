import { describe, expect, it } from "vitest";
import { reportUnfinished, run } from "./run.js";
import { recordingTerminal } from "./test/recording-terminal.js";
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
    [["migrate", "--keep-former"], "✖ unknown option '--keep-former'"],
    [["migrate", "--undo"], "✖ unknown option '--undo'"],
    [["migrate", "--keep", "ask"], "✖ option '--keep <row>' argument 'ask' is invalid. Allowed choices are old, new."],
    [["plan", "Shop", "--shards", "2", "--out", "-"], "✖ option '--out <file>' argument '-' is invalid."],
    [["generate", "--config"], "✖ option '-c, --config <file>' argument missing"],
    [["generate", "--watch", "--check"], "✖ option '--watch' cannot be used with option '--check'"],
    [["generate", "--watch", "--json"], "✖ option '--watch' cannot be used with option '--json'"],
    [["generate", "--dry-run", "--check"], "✖ option '--dry-run' cannot be used with option '--check'"],
    [["generate", "--watch", "--dry-run"], "✖ option '--watch' cannot be used with option '--dry-run'"],
    [["generate", "--watch", "--accept"], "✖ option '--watch' cannot be used with option '--accept'"],
    [["generate", "--accept", "--check"], "✖ option '--accept' cannot be used with option '--check'"],
    [["check", "--format", "github", "--json"], "✖ option '--format <format>' cannot be used with option '--json'"],
    [["check", "--format", "gitlab"], "✖ option '--format <format>' argument 'gitlab' is invalid."],
    [["serve", "--cosmos-as-of", "2021"], "✖ option '--cosmos-as-of <year>' argument '2021' is invalid."],
    [["export", "Shop", "--csv", "--parquet"], "✖ option '--csv' cannot be used with option '--parquet'"],
    [
      ["export", "Shop", "--where", "a", "--where", "b"],
      "✖ option '--where <condition>' argument 'b' is invalid. Give",
    ],
    [["export", "Shop", "--partition", "a", "--partition", "b"], "✖ option '--partition <key>' argument 'b' is inval"],
    [["import", "Shop", "--mode", "upsert"], "✖ option '--mode <mode>' argument 'upsert' is invalid."],
    [["plan", "Shop", "--out", "plan.json"], "✖ required option '--shards <number>' not specified"],
    [["plan", "Shop", "--shards", "2"], "✖ required option '--out <file>' not specified"],
    [["verify", "--shard", "1/2", "--sample", "5"], "✖ option '--shard <number>' cannot be used with option '--sample"],
    [["pull", "Shop", "--all", "--sample", "5"], "✖ option '--all' cannot be used with option '--sample <number>'"],
    [["migrate", "--keep", "both"], "✖ option '--keep <row>' argument 'both' is invalid."],
    [["sql", "SELECT 1", "--csv", "--parquet", "a"], "✖ option '--csv' cannot be used with option '--parquet <file>'"],
    [["sql", "SELECT 1", "--csv", "--json"], "✖ option '--csv' cannot be used with option '--json'"],
    [["verify", "--connection-string", "a", "--endpoint", "b"], "✖ option '--connection-string <text>' cannot be used"],
    [["verify", "--connection-string", "a", "--sas", "b"], "✖ option '--connection-string <text>' cannot be used wit"],
    [["verify", "--connection-string", "a", "--entra"], "✖ option '--connection-string <text>' cannot be used with o"],
    [["verify", "--sas", "a", "--entra"], "✖ option '--sas <token>' cannot be used with option '--entra'"],
  ])("rejects %j in a few lines that name the help, and exits with 2", async (args, message) => {
    const { code, out, log } = await runHere("/", ...args);
    const command = args[0] === "generat" ? "" : `${args[0]} `;
    expect([code, log.split("\n").at(-1)]).toEqual([2, `  → See \`npx tablewright ${command}--help\`.`]);
    expect(log.startsWith(message)).toBe(true);
    expect(log.split("\n").length).toBeLessThanOrEqual(3);
    if (!args.includes("--json")) expect(out).toBe("");
  });

  it.each(["--data", "--seed", "--host", "--cert", "--key"])("takes %s of serve once", async (option) => {
    const { code, log } = await runHere("/", "serve", option, "a", option, "b");
    expect([code, log]).toEqual([2, expect.stringContaining("is invalid. Give the option once.")]);
  });

  it.each([
    [["shop=a2V5", "shop=a2V5"], "Its name is given twice."],
    [["sh=a2V5"], "Expected NAME=KEY"],
    [["shop"], "Expected NAME=KEY"],
    [["shop="], "Expected NAME=KEY"],
    [["Shop=a2V5"], "Expected NAME=KEY"],
    [["shop=a2V"], "Expected NAME=KEY"],
    [["shop=key!"], "Expected NAME=KEY"],
    [[`${"s".repeat(25)}=a2V5`], "Expected NAME=KEY"],
  ])("does not serve the accounts %j", async (accounts, message) => {
    const { code, log } = await runHere("/", "serve", ...accounts.flatMap((account) => ["--account", account]));
    expect([code, log]).toEqual([2, expect.stringContaining(message)]);
  });

  it("prints one JSON object for wrong arguments, without what may be secret", async () => {
    const { code, out } = await runHere("/", "verify", "--json", "--connection-strin=AccountKey=secret");
    expect([code, JSON.parse(out)]).toEqual([
      2,
      {
        ok: false,
        exitCode: 2,
        files: [],
        diagnostics: [],
        error: {
          code: "cli.usage",
          message: expect.stringMatching(/^unknown option '--connection-strin=…'/),
          help: "Run `npx tablewright --help`.",
          more: "npx tablewright explain cli.usage",
        },
      },
    ]);
  });

  it("exits with 1 for a defect of its own, with the stack", async () => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    const { terminal, log: notes } = recordingTerminal({
      progress: (text) => {
        if (text !== "") throw new TypeError("boom");
      },
    });
    const code = await run(["generate"], project.root, terminal);
    expect(code).toBe(1);
    expect(notes.join("\n")).toMatch(/^✖ This is a bug in Tablewright\. .*\n\nTypeError: boom\n {4}at /);
  });

  it("prints one JSON object for a defect of its own", async () => {
    const { terminal, out } = recordingTerminal();
    const progress = (text: string) => {
      if (text !== "") throw new TypeError("boom");
    };
    const { root } = temporaryProject({ "tables/order.table.ts": definition("Order") });
    expect(await run(["generate", "--json"], root, { ...terminal, progress })).toBe(1);
    expect(JSON.parse(out.join(""))).toMatchObject({
      ok: false,
      exitCode: 1,
      error: {
        code: "cli.defect",
        message: expect.stringMatching(/^TypeError: boom\n {4}at /),
        help: "This is a bug in Tablewright. Please report it.",
      },
    });
  });
});

describe("a command that ends before its work is done", () => {
  const args = ["sql", "SELECT 'a b'", "--config", "a.ts", "--sas=secret"];

  it("is reported with the command line to run again, quoted for a shell", () => {
    const { terminal, out, log, progress } = recordingTerminal();
    expect(reportUnfinished(args, terminal)).toBe(1);
    expect([out, progress]).toEqual([[], [""]]);
    expect(log[0]).toMatch(/^✖ cli\.unfinished {2}The command ended before its work was done\./);
    expect(log[0]).toContain(String.raw`Run it again: npx tablewright sql 'SELECT '\''a b'\''' --config a.ts --sas=…`);
  });

  it("is one JSON object with --json", () => {
    const { terminal, out, log } = recordingTerminal();
    expect(reportUnfinished([...args, "--json"], terminal)).toBe(1);
    expect(log).toEqual([]);
    expect(JSON.parse(out.join(""))).toMatchObject({ ok: false, exitCode: 1, error: { code: "cli.unfinished" } });
  });
});
