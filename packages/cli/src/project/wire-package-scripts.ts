import { InputError } from "../errors/input-error.js";

const generate = "tablewright generate";
/** Matches a call of a program that compiles TypeScript or checks its types, and therefore needs the generated files. */
const compiler =
  /(^|[\s;&|/])(tsc|tsgo|vue-tsc|tsup|tsdown|swc|esbuild|rollup|rolldown|webpack|(vite|next|nest|astro|remix|nuxt) build)(\s|$)/;
const generation = /\btablewright generate\b/;
/** Matches a call of another package script and captures that script's name. */
const call = /\b(?:run|(?:pnpm|yarn|bun)(?! run)) ([\w:.-]+)/g;

/** Compilation of a package. */
export interface PackageBuild {
  /** Path of the tsconfig that compiles the package; undefined if it has none. */
  readonly buildConfig?: string;
  /** False if nothing compiles the package or checks its types; true by default. */
  readonly compiles?: boolean;
}

/**
 * Adds a script that runs `tablewright generate` to package.json, and puts this command first in each script that compiles. If no script
 * compiles, adds one that checks types and, if there is a tsconfig for builds, one that builds. Adds nothing that is there already. Keeps
 * the indentation and line ends of package.json. Returns its new text and the names of the changed scripts.
 */
export function wirePackageScripts(
  packageText: string,
  { buildConfig, compiles = true }: PackageBuild = {},
): {
  readonly text: string;
  readonly changed: readonly string[];
} {
  const content = parse(packageText);
  const scripts: Record<string, string> = { ...content.scripts };
  const changed: string[] = [];
  const set = (name: string, command: string) => {
    scripts[name] = command;
    changed.push(name);
  };
  const generates = (command: string): boolean =>
    generation.test(command) ||
    [...command.matchAll(call)].some(([, name = ""]) => generation.test(scripts[name] ?? ""));
  if (!Object.values(scripts).some((command) => generation.test(command))) {
    set(scripts["generate"] === undefined ? "generate" : "generate:tables", generate);
  }
  const compiling = Object.entries(scripts).filter(([, command]) => compiler.test(command));
  for (const [name, command] of compiling) {
    const before = scripts[`pre${name}`] ?? "";
    if (!generates(command) && !generates(before)) set(name, `${generate} && ${command}`);
  }
  if (compiles && compiling.length === 0 && scripts["typecheck"] === undefined)
    set("typecheck", `${generate} && tsc --noEmit`);
  if (compiling.length === 0 && scripts["build"] === undefined && buildConfig !== undefined) {
    set("build", `${generate} && tsc -p ${buildConfig}`);
  }
  if (changed.length === 0) return { text: packageText, changed };
  const indentation = /^[ \t]+/m.exec(packageText)?.[0] ?? "  ";
  const end = packageText.endsWith("\n") ? "\n" : "";
  const text = JSON.stringify({ ...content, scripts }, null, indentation) + end;
  return { text: packageText.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text, changed };
}

function parse(text: string): { scripts?: Record<string, string> } {
  const help = "Fix it, then run `npx tablewright init` again.";
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError("init.package-invalid", `Invalid package.json: ${reason}`, help);
  }
  if (isRecord(content) && Object.values(readScripts(content)).every((script) => typeof script === "string")) {
    return content as { scripts?: Record<string, string> };
  }
  throw new InputError(
    "init.package-invalid",
    "Invalid package.json: expected an object whose `scripts` are strings.",
    help,
  );
}

function readScripts(content: Record<string, unknown>): object {
  const { scripts = {} } = content;
  return isRecord(scripts) ? scripts : { scripts };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
