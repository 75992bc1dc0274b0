import type { TablewrightConfig } from "../definition/config.js";
import type { Diagnostic } from "../diagnostics/report.js";
import { Report } from "../diagnostics/report.js";
import { didYouMean } from "../diagnostics/wording.js";
import { createEvaluation } from "./evaluate/evaluate.js";
import { resolveQualifiedName } from "./evaluate/evaluate-name.js";
import { type Evaluation, unwrap } from "./evaluate/evaluation.js";
import { describeValue, type StaticMember, type StaticValue } from "./evaluate/static-value.js";
import type { ModuleScope } from "./project/module-scope.js";
import { Modules } from "./project/modules.js";
import { type Resolution, resolveExport, resolveName } from "./project/resolve-name.js";
import type { SourceHost } from "./project/source-host.js";
import { findFileStart } from "./project/text-place.js";
import { reportTooDeep, unlessTooDeep } from "./project/too-deep.js";
import { type ts, typescript } from "./project/typescript.js";

/** Location of a config file to read. */
export interface ConfigSource {
  readonly host: SourceHost;
  /** Path of the config file, in the form that the host expects. */
  readonly path: string;
  /** Path of the tsconfig whose `paths` apply to the imports of the config file. */
  readonly tsconfig?: string;
}

/** The config that was read, and the errors found in its file. */
export interface ReadConfigResult {
  /** Options that could be read, without those that are reported as invalid. */
  readonly config: TablewrightConfig;
  readonly diagnostics: readonly Diagnostic[];
}

interface Option {
  /** Description of the expected value, as the end of a sentence. */
  readonly wanted: string;
  /** Reads the option's value; `undefined` if the value is invalid. */
  readonly read: (value: StaticValue) => unknown;
}

const options: Readonly<Record<keyof TablewrightConfig, Option>> = {
  definitions: { wanted: "a glob, or an array of globs", read: (value) => relativePath(value) ?? globs(value) },
  outDir: { wanted: "a folder, relative to the config file's folder", read: relativePath },
  output: oneOf("ts", "js"),
  importExtension: oneOf(".js", ".ts", "none"),
  typeCheck: { wanted: "true or false", read: boolean },
  schemas: { wanted: "true or false", read: boolean },
  service: oneOf("storage", "cosmos"),
  tsconfig: { wanted: "a file, relative to the config file's folder", read: relativePath },
};

/** Reads the default export of a config file: an object, with or without `defineConfig`. Never runs the file. */
export function readConfig({ host, path, tsconfig }: ConfigSource): ReadConfigResult {
  const report = new Report();
  const evaluation = createEvaluation(new Modules(host, tsconfig, report), report, []);
  const config = unlessTooDeep(() => configOf(evaluation, path));
  if (config === undefined) reportTooDeep(path, report);
  return { config: config ?? {}, diagnostics: report.sorted() };
}

function configOf(evaluation: Evaluation, path: string): TablewrightConfig {
  const { modules, report } = evaluation;
  const scope = modules.scope(path);
  const value = scope && defaultExport(evaluation, scope);
  if (value !== undefined) return readOptions(value, report);
  if (report.errors === 0) {
    const help = 'Write `export default defineConfig({ outDir: "src/tables.gen" })`.';
    report.add("config.no-default-export", findFileStart(path), `${path} has no default export.`, help);
  }
  return {};
}

function defaultExport(evaluation: Evaluation, scope: ModuleScope): StaticValue | undefined {
  const seen = new Set<ts.Expression>();
  let found = resolveExport(evaluation.modules, scope, "default");
  while (found.kind === "expression") {
    const node = unwrap(found.expression);
    const next = typescript.isIdentifier(node) ? resolveName(evaluation.modules, found.scope, node.text) : undefined;
    if (next?.kind !== "expression" || seen.has(node)) return evaluateConfig(evaluation, found.scope, node);
    seen.add(node);
    found = next;
  }
  return undefined;
}

function evaluateConfig(evaluation: Evaluation, scope: ModuleScope, node: ts.Expression): StaticValue {
  if (typescript.isCallExpression(node) && isDefineConfig(evaluation, scope, unwrap(node.expression))) {
    const [argument] = node.arguments;
    if (argument !== undefined) return evaluation.evaluate(scope, argument);
  }
  return evaluation.evaluate(scope, node);
}

function isDefineConfig(evaluation: Evaluation, scope: ModuleScope, callee: ts.Expression): boolean {
  let found: Resolution | undefined;
  if (typescript.isIdentifier(callee)) found = resolveName(evaluation.modules, scope, callee.text);
  if (typescript.isPropertyAccessExpression(callee)) found = resolveQualifiedName(evaluation, scope, callee);
  return found?.kind === "definition-language" && found.name === "defineConfig";
}

function readOptions(value: StaticValue, report: Report): TablewrightConfig {
  if (value.kind === "unread") return {};
  if (value.kind !== "object") {
    const message = `The config is ${describeValue(value)}, but must be an object.`;
    report.add("config.invalid-value", value.place, message, "Write the options in braces.");
    return {};
  }
  const read = [...value.members.values()].flatMap((member) => readOption(member, report));
  return Object.fromEntries(read) as TablewrightConfig;
}

function readOption({ name, namePlace, value }: StaticMember, report: Report): [string, unknown][] {
  if (!Object.hasOwn(options, name)) {
    const known = Object.keys(options);
    const help = didYouMean(name, known, `The options are ${known.join(", ")}.`);
    report.add("config.unknown-option", namePlace, `The config has no option "${name}".`, help);
    return [];
  }
  if (value.kind === "unread" || (value.kind === "literal" && value.value === undefined)) return [];
  const { wanted, read } = options[name as keyof TablewrightConfig];
  const found = read(value);
  if (found !== undefined) return [[name, found]];
  const message = `The option "${name}" of the config is ${describeValue(value)}, but must be ${wanted}.`;
  report.add("config.invalid-value", value.place, message, `Write ${wanted}, or leave the option out.`);
  return [];
}

function oneOf(...choices: readonly string[]): Option {
  return {
    wanted: `one of ${choices.map((choice) => `"${choice}"`).join(", ")}`,
    read: (value) => choices.find((choice) => value.kind === "literal" && value.value === choice),
  };
}

function boolean(value: StaticValue): boolean | undefined {
  return value.kind === "literal" && typeof value.value === "boolean" ? value.value : undefined;
}

/**
 * Returns the text of a relative path; `undefined` if it is empty, absolute or contains U+0000. Absolute paths are invalid, because the
 * output must be the same on every machine.
 */
function relativePath(value: StaticValue): string | undefined {
  if (value.kind !== "literal" || typeof value.value !== "string") return undefined;
  return value.value === "" || /^([/\\]|[A-Za-z]:)|\0/.test(value.value) ? undefined : value.value;
}

function globs(value: StaticValue): readonly string[] | undefined {
  if (value.kind !== "array" || value.elements.length === 0) return undefined;
  const texts = value.elements.flatMap((element) => relativePath(element) ?? []);
  return texts.length === value.elements.length ? texts : undefined;
}
