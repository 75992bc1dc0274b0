import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { serveTableService, type TableService } from "@tablewright/testing";
import { toInputError } from "../../../cli/src/errors/input-error.js";
import { printProblem } from "../../../cli/src/generation/print-outcome.js";
import { run } from "../../../cli/src/run.js";
import { createColors, type Terminal } from "../../../cli/src/terminal/terminal.js";

/** Environment of a command's example: an empty project, and a strict service that commands connect to. */
export interface CommandLab {
  /** Absolute path of the project's folder. */
  readonly root: string;
  readonly service: TableService;
  /** Port that the service listens on. */
  readonly port: number;
  /** Writes a file of the project. */
  write(path: string, text: string): void;
  /** Runs a command that needs no connection. Returns the command line and the output that a person would see. */
  run(...args: string[]): Promise<string>;
  /** Runs a command that connects to the service. */
  live(...args: string[]): Promise<string>;
  /** Runs a command with changes to its terminal. */
  runWith(change: Partial<Terminal>, ...args: string[]): Promise<string>;
  /**
   * Runs a command in its own process.
   * @param options the additional options of Node
   */
  spawned(options: readonly string[], ...args: string[]): string;
  /** Runs a command as if an optional package were not installed. */
  withoutPackage(name: string, ...args: string[]): string;
  /** Returns what the command would print for the error that a function throws. The command itself does not run. */
  thrown(command: string, call: () => void): string;
}

/** Environment variables that are removed, so that commands find only the connection string that they are given. */
const variables = ["TABLES_CONNECTION_STRING", "AZURE_STORAGE_CONNECTION_STRING"];

/** Runs an example in a new project. Returns its text with paths and ports that are the same on every machine. */
export async function inCommandLab(example: (lab: CommandLab) => Promise<string> | string): Promise<string> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tablewright-")));
  const server = await serveTableService();
  const port = Number(new URL(server.endpoint).port);
  const before = variables.map((name) => [name, process.env[name]] as const);
  const runWith = async (change: Partial<Terminal>, ...args: string[]) => {
    const lines: string[] = [];
    await run(args, root, { ...terminalTo(lines), ...change });
    return transcript(commandLine(args), lines);
  };
  try {
    for (const name of variables) delete process.env[name];
    const printed = await example({
      root,
      service: server.service,
      port,
      write(path, text) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      },
      run: (...args) => runWith({}, ...args),
      async live(...args) {
        process.env["TABLES_CONNECTION_STRING"] = server.connectionString;
        return await runWith({}, ...args);
      },
      runWith,
      spawned: (options, ...args) => transcript(commandLine(args), [spawned(root, options, args)]),
      withoutPackage: (name, ...args) => transcript(commandLine(args), [spawned(root, [withoutOption(name)], args)]),
      thrown(command, call) {
        const lines: string[] = [];
        try {
          call();
        } catch (error) {
          const problem = toInputError(error);
          if (problem === undefined) throw error;
          printProblem(problem, terminalTo(lines));
        }
        return transcript(command, lines);
      },
    });
    return printed.replaceAll(root, "/home/ann/shop").replaceAll(new RegExp(`\\b${port}\\b`, "g"), "10002");
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await server.close();
    rmSync(root, { recursive: true, force: true });
  }
}

const repository = new URL("../../../../", import.meta.url).pathname;
const source = [
  "--conditions=@tablewright/source",
  "--import",
  join(repository, "node_modules/tsx/dist/esm/index.mjs"),
];

/** Returns the output of a separate process. Clears NODE_PATH, through which it would find the packages of this repository. */
function spawned(cwd: string, options: readonly string[], args: readonly string[]): string {
  const bin = join(repository, "packages/cli/src/bin.ts");
  const env = { ...process.env, NODE_PATH: "", NODE_OPTIONS: "", NODE_NO_WARNINGS: "1", NO_COLOR: "1" };
  return spawnSync(process.execPath, [...source, ...options, bin, ...args], { cwd, env, encoding: "utf8" }).stderr;
}

/** Returns the option of Node that makes the lookup of a package fail by starting at the root of the file system. */
function withoutOption(name: string): string {
  const hook = script(`export const resolve = (name, context, next) =>
    next(name, (name + "/").startsWith(${JSON.stringify(`${name}/`)}) ? { ...context, parentURL: "file:///nowhere.js" } : context);`);
  return `--import=${script(`import { register } from "node:module"; register(${JSON.stringify(hook)});`)}`;
}

function script(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

function terminalTo(lines: string[]): Terminal {
  return {
    out: (line) => lines.push(line),
    write: async (text) => {
      lines.push(Buffer.from(text).toString().trimEnd());
    },
    log: (line) => lines.push(line),
    progress: () => undefined,
    showsProgress: false,
    showsData: false,
    colors: createColors(false),
  };
}

function commandLine(args: readonly string[]): string {
  return args.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word}'`)).join(" ");
}

function transcript(command: string, lines: readonly string[]): string {
  return [`$ npx tablewright ${command}`, ...lines].join("\n");
}
