import type { Place, Report } from "../../diagnostics/report.js";
import type { SourceHost } from "./source-host.js";
import { fromVirtual, toVirtual, virtualHost } from "./source-host.js";
import { buildRange, findFileStart, SourceText } from "./text-place.js";
import { unlessTooDeep } from "./too-deep.js";
import { type ts, typescript } from "./typescript.js";

/**
 * Codes of the compiler errors after which a tsconfig, or one that it extends, was not read completely: the file or a member has the wrong
 * type, a file is not found, or `extends` is circular. Only these errors are reported. Others, such as an option that only a newer compiler
 * has, are ignored.
 */
const unread: ReadonlySet<number> = new Set([5024, 5083, 5092, 6053, 18000]);

/**
 * Reads the options of a tsconfig that determine what imports refer to, above all `paths`, and follows `extends`. Reports errors. Resolves
 * imports as a bundler does, the most lenient way: `./audited`, `./audited.js` and `./audited.ts` all name audited.ts, whatever the user
 * compiles with.
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
      findFileStart(path),
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
  /** Compiler options as their author wrote them, with `extends` followed. */
  readonly options: ts.CompilerOptions;
  /** Paths of the tsconfigs that this one references, if it has no files of its own; otherwise none. */
  readonly projects: readonly string[];
  readonly problems: readonly TsconfigProblem[];
}

interface TsconfigProblem {
  readonly reason: string;
  readonly place: Place;
}

/** Parses a tsconfig; `undefined` if the file does not exist. */
export function parseTsconfig(path: string, host: SourceHost): ParsedTsconfig | undefined {
  const text = host.readFile(path);
  if (text === undefined) return undefined;
  const file = toVirtual(path);
  const source: ts.TsConfigSourceFile | undefined = unlessTooDeep(() => typescript.parseJsonText(file, text));
  if (source === undefined) {
    return { options: {}, projects: [], problems: [{ reason: "It nests too deeply.", place: findFileStart(path) }] };
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
    problems: [...found.map((error) => buildProblem(error, path)), ...wrongTypes(source, path, raw, options)],
  };
}

/**
 * Returns the syntax errors of a tsconfig. Reads an internal member, because the compiler's public API reports them only for a whole
 * program.
 */
function syntaxErrors(
  source: ts.TsConfigSourceFile & { readonly parseDiagnostics?: readonly ts.Diagnostic[] },
): readonly ts.Diagnostic[] {
  return source.parseDiagnostics ?? [];
}

function buildProblem({ messageText, file, start, length }: ts.Diagnostic, path: string): TsconfigProblem {
  const reason = fromVirtual(typescript.flattenDiagnosticMessageText(messageText, " "));
  if (file === undefined || start === undefined) return { reason, place: findFileStart(path) };
  const source = new SourceText(fromVirtual(file.fileName), file.text);
  return { reason, place: buildRange(source, start, start + (length ?? 0)) };
}

/**
 * Finds errors in a tsconfig that the compiler silently accepts: an array in place of an object, and `paths` whose values are not arrays of
 * strings.
 */
function wrongTypes(
  source: ts.TsConfigSourceFile,
  path: string,
  raw: { readonly compilerOptions?: unknown } | undefined,
  { paths }: ts.CompilerOptions,
): TsconfigProblem[] {
  const at = (name: string) => {
    const start = source.text.indexOf(JSON.stringify(name));
    if (start < 0) return findFileStart(path);
    return buildRange(new SourceText(path, source.text), start, start + JSON.stringify(name).length);
  };
  const wrong = (name: string, type: string) => ({ reason: `"${name}" must be ${type}.`, place: at(name) });
  if (Array.isArray(raw?.compilerOptions)) return [wrong("compilerOptions", "an object")];
  if (paths === undefined) return [];
  if (Array.isArray(paths)) return [wrong("paths", "an object")];
  const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === "string");
  const pattern = Object.keys(paths).find((name) => !isTexts(paths[name]));
  return pattern === undefined ? [] : [wrong(pattern, "an array of strings")];
}
