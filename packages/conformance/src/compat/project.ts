import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { serveTableService } from "@tablewright/testing";

const fixtures = new URL("fixtures/", import.meta.url).pathname;

/** State shared by the checks: a folder for their projects, and the packages as they would be published. */
export interface Workshop {
  readonly folder: string;
  readonly tarballs: readonly string[];
}

/** Project of a user, outside the workspace. */
export class Project {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  write(path: string, content: string | object): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }

  copy(fixture: string, path: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    cpSync(join(fixtures, fixture), join(this.folder, path), { recursive: true });
  }

  /** Runs a command, by default for at most five minutes. @returns its output @throws Error with its output, if it fails */
  run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
    const path = [join(this.folder, "node_modules/.bin"), process.env["PATH"]];
    if (options.node !== undefined) path.unshift(dirname(options.node));
    const env = { ...process.env, PATH: path.join(":"), NO_COLOR: "1", npm_config_yes: "true", ...options.env };
    const { timeoutMs: timeout = 300_000 } = options;
    return new Promise((resolve, reject) => {
      execFile(command, args, { cwd: this.folder, env, timeout, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${command} ${args.join(" ")}: ${`${stdout}\n${stderr}`.trim() || error.message}`));
      });
    });
  }

  /** Runs a command against its own strict service. */
  async runWithService(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
    const { connectionString, close } = await serveEmpty();
    try {
      return await this.run(command, args, {
        ...options,
        env: { ...options.env, TABLES_CONNECTION_STRING: connectionString },
      });
    } finally {
      await close();
    }
  }

  /** Returns the version of an installed package. */
  version(name: string): string {
    const file = join(this.folder, "node_modules", name, "package.json");
    return (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }
}

export interface RunOptions {
  /** Path of the `node` to run. Default: the current one. */
  readonly node?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly timeoutMs?: number | undefined;
}

interface EmptyService {
  readonly connectionString: string;
  close(): Promise<void>;
}

async function serveEmpty(): Promise<EmptyService> {
  const server = await serveTableService();
  return { connectionString: server.connectionString, close: () => server.close() };
}

/**
 * Creates a project. npm installs the Tablewright packages and the libraries. Adds the definitions, generated classes and programs of the
 * fixtures.
 */
export async function createProject(
  { folder, tarballs }: Workshop,
  name: string,
  type: "module" | "commonjs",
  libraries: readonly string[],
): Promise<Project> {
  const project = new Project(join(folder, name));
  project.write("package.json", { name, private: true, type });
  await project.run("npm", ["install", "--no-audit", "--no-fund", ...tarballs, ...libraries]);
  await addProgram(project);
  return project;
}

/** Adds the definitions of the fixtures, generates their classes, and adds the programs that use them. */
export async function addProgram(project: Project): Promise<void> {
  project.copy("tables", "tables");
  for (const program of ["core.ts", "main.ts", "small.ts"]) project.copy(program, `src/${program}`);
  await project.run("npx", ["tablewright", "generate"]);
}

const asModules = ["--module", "nodenext"];
const asCommonJs = ["--module", "commonjs", "--moduleResolution", "node10"];

/** Compiles programs of `src` with the project's TypeScript 5.9, to ES modules in `out` or to CommonJS in `cjs`. */
export async function compile(project: Project, programs: readonly string[], to: "out" | "cjs" = "out"): Promise<void> {
  if (to === "cjs") project.write("cjs/package.json", { type: "commonjs" });
  const options = ["--target", "es2022", "--strict", "--types", "node", "--rootDir", "src", "--outDir", to];
  const files = programs.map((name) => `src/${name}.ts`);
  await project.run("npx", ["tsc", ...(to === "cjs" ? asCommonJs : asModules), ...options, ...files]);
}

/** Installs a version of Node. @returns its executable */
export async function installNode({ folder }: Workshop, major: number): Promise<string> {
  const project = new Project(join(folder, `node-${major}`));
  const executable = join(project.folder, "node_modules/node/bin/node");
  if (!existsSync(executable)) {
    project.write("package.json", { private: true });
    await project.run("npm", ["install", "--no-audit", "--no-fund", `node@${major}`]);
  }
  return executable;
}
