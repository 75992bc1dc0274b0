import type { Place, Report } from "../../diagnostics/report.js";
import type { SourceHost } from "./source-host.js";
import { fromVirtual, toVirtual, virtualHost } from "./source-host.js";
import { rangeOf, SourceText, startOf } from "./text-place.js";
import { unlessTooDeep } from "./too-deep.js";
import { type ts, typescript } from "./typescript.js";

/**
 * Codes of the compiler that mean that a tsconfig or one that it extends was not read: a member or the whole of the wrong type, not
 * found, circular. Others, such as for an option of a later compiler, change nothing here.
 */
const unread: ReadonlySet<number> = new Set([5024, 5083, 5092, 6053, 18000]);

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
  for (const { reason, place } of parsed.problems) {
    report.add(
      "definition.tsconfig-invalid",
      place,
      `${place.file} cannot be read: ${reason}`,
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
  readonly problems: readonly TsconfigProblem[];
}

interface TsconfigProblem {
  readonly reason: string;
  readonly place: Place;
}

/** What a tsconfig says; `undefined` when there is no such file. */
export function parseTsconfig(path: string, host: SourceHost): ParsedTsconfig | undefined {
  const text = host.readFile(path);
  if (text === undefined) return undefined;
  const file = toVirtual(path);
  const source: ts.TsConfigSourceFile | undefined = unlessTooDeep(() => typescript.parseJsonText(file, text));
  if (source === undefined) {
    return { options: {}, projects: [], problems: [{ reason: "It nests too deeply.", place: startOf(path) }] };
  }
  const { options, errors, projectReferences, raw } = typescript.parseJsonSourceFileConfigFileContent(
    source,
    {
      ...virtualHost(host),
      useCaseSensitiveFileNames: true,
      readDirectory: () => [],
    },
    file.slice(0, file.lastIndexOf("/")),
    undefined,
    file,
  );
  const isSolution = Array.isArray(raw?.files) && raw.files.length === 0;
  const projects = isSolution ? (projectReferences ?? []) : [];
  const syntax = syntaxErrors(source);
  const found = syntax.length > 0 ? syntax.slice(0, 1) : errors.filter(({ code }) => unread.has(code));
  return {
    options,
    projects: projects.map((project) => fromVirtual(typescript.resolveProjectReferencePath(project))),
    problems: [...found.map((error) => problemOf(error, path)), ...wrongTypes(source, path, raw, options)],
  };
}

/** The public way to them needs a whole program. */
function syntaxErrors(
  source: ts.TsConfigSourceFile & { readonly parseDiagnostics?: readonly ts.Diagnostic[] },
): readonly ts.Diagnostic[] {
  return source.parseDiagnostics ?? [];
}

function problemOf({ messageText, file, start, length }: ts.Diagnostic, path: string): TsconfigProblem {
  const reason = fromVirtual(typescript.flattenDiagnosticMessageText(messageText, " "));
  if (file === undefined || start === undefined) return { reason, place: startOf(path) };
  const source = new SourceText(fromVirtual(file.fileName), file.text);
  return { reason, place: rangeOf(source, start, start + (length ?? 0)) };
}

/** What the compiler takes without a word: an array for an object, and `paths` whose values are not arrays of strings. */
function wrongTypes(
  source: ts.TsConfigSourceFile,
  path: string,
  raw: { readonly compilerOptions?: unknown } | undefined,
  { paths }: ts.CompilerOptions,
): TsconfigProblem[] {
  const at = (name: string) => {
    const start = source.text.indexOf(JSON.stringify(name));
    if (start < 0) return startOf(path);
    return rangeOf(new SourceText(path, source.text), start, start + JSON.stringify(name).length);
  };
  const wrong = (name: string, type: string) => ({ reason: `"${name}" must be ${type}.`, place: at(name) });
  if (Array.isArray(raw?.compilerOptions)) return [wrong("compilerOptions", "an object")];
  if (paths === undefined) return [];
  if (Array.isArray(paths)) return [wrong("paths", "an object")];
  const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === "string");
  const pattern = Object.keys(paths).find((name) => !isTexts(paths[name]));
  return pattern === undefined ? [] : [wrong(pattern, "an array of strings")];
}
