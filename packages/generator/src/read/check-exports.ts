import type { Place } from "../diagnostics/report.js";
import { constantValue } from "./evaluate/constant-value.js";
import { isEntityCall } from "./evaluate/evaluate-call.js";
import { reportUnresolved } from "./evaluate/evaluate-name.js";
import { type Evaluation, notStatic, unwrap } from "./evaluate/evaluation.js";
import type { StaticValue } from "./evaluate/static-value.js";
import type { ModuleScope } from "./project/module-scope.js";
import { type Resolution, resolveExport } from "./project/resolve-name.js";
import { findPlace } from "./project/text-place.js";
import { type ts, typescript } from "./project/typescript.js";

/** Entities that were found in a definition file before its other exports are checked. */
export interface FileEntities {
  /** Values of the arguments of the calls `entity(…)` in the file. */
  readonly definitions: ReadonlySet<StaticValue>;
  /** Syntax nodes that need no further check: entities, and nodes in which a misplaced call of `entity` was reported. */
  readonly done: ReadonlySet<ts.Node>;
}

const requiredOptions = ["table", "properties", "partitionKey", "rowKey"];
const writeEntity = "Write `export const Order = entity({ … })` in a definition file.";

/**
 * Checks the exports of a definition file other than its entities. If an export cannot be read, that is reported: it may be meant as an
 * entity, whose class would otherwise be removed silently. Constants whose values are calls are evaluated too, to report errors in them.
 * Returns whether the file exports values that other files can use, such as mixins.
 */
export function checkExports(evaluation: Evaluation, scope: ModuleScope, entities: FileEntities): boolean {
  let shares = false;
  for (const [name, exported] of scope.exports) {
    if (exported.typeOnly) continue;
    const found = resolveExport(evaluation.modules, scope, name);
    const declared = found.kind === "expression" ? found.expression : "node" in found ? found.node : undefined;
    if (declared && entities.done.has(declared)) continue;
    if (checkExport(evaluation, scope, name, exported.node, found, entities)) shares = true;
  }
  for (const specifier of scope.reexported) {
    if (checkStar(evaluation, scope, specifier)) shares = true;
  }
  for (const [name, { initializer: expression, name: node }] of scope.constants) {
    if (expression === undefined || entities.done.has(expression)) continue;
    if (!typescript.isCallExpression(unwrap(expression))) continue;
    constantValue(evaluation, { kind: "expression", scope, expression }, name, findPlace(scope, node));
  }
  return shares;
}

/**
 * Checks one export. Reports it if it cannot be read, or if it is an entity without a generated class, such as a second name for an entity
 * of the same file. Returns whether the export is a value that other files can use.
 */
function checkExport(
  evaluation: Evaluation,
  scope: ModuleScope,
  name: string,
  node: ts.Node,
  found: Resolution,
  { definitions }: FileEntities,
): boolean {
  if (found.kind === "namespace" || found.kind === "definition-language") return true;
  // A function, a class, an enum or a type is not an entity. `reportEntityCalls` reports the calls of `entity` inside them.
  if (found.kind === "not-constant" && !(found.node && typescript.isVariableDeclaration(found.node))) {
    return found.node !== undefined && typescript.isEnumDeclaration(found.node);
  }
  const place = findPlace(scope, node);
  if (found.kind !== "expression") {
    reportUnresolved(evaluation, place, name, found, [...scope.constants.keys(), ...scope.imports.keys()]);
    return false;
  }
  const value = constantValue(evaluation, found, name, place);
  const { path } = found.scope;
  if (value.kind === "entity" && path === scope.path && name !== "default") {
    const message = `"${name}" is another name for an entity, and no class is generated for it.`;
    notStatic(evaluation, place, message, "Give it a definition of its own, or remove it.");
  } else if (value.kind === "entity" && !evaluation.definitionFiles.has(path)) {
    reportElsewhere(evaluation, place, name, path);
  }
  if (value.kind === "object" && requiredOptions.every((option) => value.members.has(option))) {
    if (definitions.has(value)) return true;
    const message = `"${name}" has the options of an entity but is not passed to entity(…), so no class is generated for it.`;
    notStatic(evaluation, place, message, writeEntity);
  }
  return value.kind !== "unread";
}

/** Checks an `export * from`: reports entities of a file that is not a definition file. Returns whether the module is found. */
function checkStar(evaluation: Evaluation, scope: ModuleScope, specifier: ts.StringLiteral): boolean {
  const { modules, report, definitionFiles } = evaluation;
  const place = findPlace(scope, specifier);
  const module = modules.module(specifier.text, scope);
  if (module === undefined) {
    const message = `"${specifier.text}" cannot be found.`;
    report.add("definition.import-not-found", place, message, "Correct the path, or `paths` in the tsconfig.");
    return false;
  }
  if (typeof module === "string" || definitionFiles.has(module.path)) return true;
  for (const [name, { initializer }] of module.constants) {
    const call = initializer && unwrap(initializer);
    if (call === undefined || !typescript.isCallExpression(call) || !isEntityCall(evaluation, module, call)) continue;
    reportElsewhere(evaluation, place, name, module.path);
  }
  return true;
}

function reportElsewhere(evaluation: Evaluation, place: Place, name: string, path: string): void {
  const message = `The entity "${name}" comes from ${path}, which is not a definition file, so no class is generated for it.`;
  notStatic(evaluation, place, message, "Move it here, or let `definitions` in tablewright.config.ts match that file.");
}
