import type { Report } from "../diagnostics/report.js";
import { unlessTooDeep } from "./nesting.js";
import type { SourceHost } from "./source-host.js";
import { startOf } from "./text-place.js";
import { type ts, typescript } from "./typescript.js";
import { fromVirtual, toVirtual, virtualHost } from "./virtual-root.js";

/** Codes of the compiler that mean that a tsconfig or one that it extends was not read: not found, circular, or not JSON. */
const unread: ReadonlySet<number> = new Set([5083, 6053, 18000]);

/**
 * The options that decide what an import means, above all `paths`, with `extends` followed. Resolution is that of a bundler, the most
 * lenient one: `./audited`, `./audited.js` and `./audited.ts` all name audited.ts, whatever the user compiles with.
 */
export function readTsconfig(path: string | undefined, host: SourceHost, report: Report): ts.CompilerOptions {
  const bundler = {
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
  };
  if (path === undefined) return bundler;
  const parsed = parseTsconfig(path, host);
  if (parsed === undefined) {
    report.add(
      "definition.tsconfig-invalid",
      startOf(path),
      `The file ${path} cannot be read.`,
      "Make it a file, or name another tsconfig.",
    );
    return bundler;
  }
  for (const reason of parsed.problems) {
    report.add(
      "definition.tsconfig-invalid",
      startOf(path),
      `${path} cannot be read: ${reason}`,
      "Correct it: it says how definition files import others, and how generated files import each other.",
    );
  }
  return { ...parsed.options, ...bundler };
}

export interface ParsedTsconfig {
  /** With `extends` followed, as their author wrote them. */
  readonly options: ts.CompilerOptions;
  /** The tsconfigs of the projects that this one only stands for, as it has no files of its own; else none. */
  readonly projects: readonly string[];
  readonly problems: readonly string[];
}

/** What a tsconfig says; `undefined` when there is no such file. */
export function parseTsconfig(path: string, host: SourceHost): ParsedTsconfig | undefined {
  const text = host.readFile(path);
  if (text === undefined) return undefined;
  const file = toVirtual(path);
  const json = unlessTooDeep(() => typescript.parseConfigFileTextToJson(file, text));
  if (json === undefined) return { options: {}, projects: [], problems: ["It nests too deeply."] };
  const parsed = typescript.parseJsonConfigFileContent(
    json.config ?? {},
    {
      ...virtualHost(host),
      useCaseSensitiveFileNames: true,
      readDirectory: () => [],
    },
    file.slice(0, file.lastIndexOf("/")),
    undefined,
    file,
  );
  const problems = [...(json.error ? [json.error] : []), ...parsed.errors.filter(({ code }) => unread.has(code))];
  const isSolution = Array.isArray(json.config?.files) && json.config.files.length === 0;
  const projects = isSolution ? (parsed.projectReferences ?? []) : [];
  return {
    options: parsed.options,
    projects: projects.map((project) => fromVirtual(typescript.resolveProjectReferencePath(project))),
    problems: problems.map(({ messageText }) => fromVirtual(typescript.flattenDiagnosticMessageText(messageText, " "))),
  };
}
