import { checkExports } from "./check-exports.js";
import type { EntityDraft, PropertyDraft } from "./entity/entity-draft.js";
import { readEntity } from "./entity/read-entity.js";
import { constantValue } from "./evaluate/constant-value.js";
import { isEntityCall } from "./evaluate/evaluate-call.js";
import { type Evaluation, notStatic, readDocComment, unwrap } from "./evaluate/evaluation.js";
import type { StaticMember, StaticValue } from "./evaluate/static-value.js";
import type { ModuleScope } from "./project/module-scope.js";
import { findFileStart, findPlace } from "./project/text-place.js";
import { type ts, typescript } from "./project/typescript.js";

/** Advice for definition files that have no entity. */
export const exportOne =
  'Export one: `export const Order = entity({ … })`, with `import { edm, entity } from "tablewright"`.';

/** Reads the entities that a definition file exports, in the order of the file. `shared` caches the properties of mixins over all files. */
export function readDefinitionFile(
  evaluation: Evaluation,
  scope: ModuleScope,
  shared: WeakMap<StaticMember, PropertyDraft>,
): EntityDraft[] {
  const drafts: EntityDraft[] = [];
  const exported = exportedNames(scope);
  const errors = evaluation.report.errors;
  const definitions = new Set<StaticValue>();
  const done = new Set<ts.Node>();
  for (const statement of scope.file.statements) {
    const others: ts.Node[] = [];
    for (const [node, expression] of findEntities(evaluation, scope, statement, others)) {
      const place = findPlace(scope, node);
      const value = constantValue(evaluation, { kind: "expression", scope, expression }, node.text, place);
      done.add(expression);
      if (value.kind === "entity") definitions.add(value.definition);
      const names = exported.get(node.text) ?? [];
      if (names.length === 0) {
        const message = `The entity "${node.text}" is not exported, so no class is generated for it.`;
        evaluation.report.add(
          "definition.not-exported",
          place,
          message,
          "Write `export` before `const`, or remove the definition.",
        );
      }
      for (const name of value.kind === "entity" ? names : []) {
        const doc = readDocComment(scope.file, statement);
        const draft = value.kind === "entity" && readEntity(evaluation, { value: name, place }, doc, value, shared);
        if (draft) drafts.push(draft);
      }
    }
    for (const node of others) reportEntityCalls(evaluation, scope, node, done);
  }
  const shares = checkExports(evaluation, scope, { definitions, done });
  if (drafts.length === 0 && !shares && evaluation.report.errors === errors) reportNone(evaluation, scope);
  return drafts;
}

/**
 * Returns the constants that a statement declares with a call of `entity` as their value, each as name and expression. Adds to `others` the
 * nodes in which `entity` must not be called.
 */
function findEntities(
  evaluation: Evaluation,
  scope: ModuleScope,
  statement: ts.Statement,
  others: ts.Node[],
): [ts.Identifier, ts.Expression][] {
  const ts = typescript;
  if (ts.isImportDeclaration(statement) || ts.isInterfaceDeclaration(statement)) return [];
  if (!ts.isVariableStatement(statement)) {
    others.push(statement);
    return [];
  }
  const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
  return statement.declarationList.declarations.flatMap((declaration): [ts.Identifier, ts.Expression][] => {
    const { name, initializer } = declaration;
    const call = initializer && unwrap(initializer);
    const isEntity = call && ts.isCallExpression(call) && isEntityCall(evaluation, scope, call);
    if (isConst && isEntity && ts.isIdentifier(name)) return [[name, initializer]];
    others.push(declaration);
    return [];
  });
}

/** Returns the names under which a file exports each of its declarations, by local name. Omits types and the default export. */
function exportedNames(scope: ModuleScope): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [name, exported] of scope.exports) {
    if (!("local" in exported) || exported.typeOnly || name === "default") continue;
    const others = names.get(exported.local);
    if (others) others.push(name);
    else names.set(exported.local, [name]);
  }
  return names;
}

/**
 * Reports calls of `entity` in places other than exported constants, because no class would be generated for them. Adds the nodes that
 * contain such a call to `done`.
 */
function reportEntityCalls(evaluation: Evaluation, scope: ModuleScope, root: ts.Node, done: Set<ts.Node>): void {
  const visit = (node: ts.Node): boolean => {
    let found = typescript.isCallExpression(node) && isEntityCall(evaluation, scope, node);
    if (found) {
      const help = "Write `export const Order = entity({ … })` at the top level of the file.";
      notStatic(
        evaluation,
        findPlace(scope, node),
        "entity(…) is read only as the value of an exported `const`.",
        help,
      );
    }
    typescript.forEachChild(node, (child) => {
      if (visit(child)) found = true;
    });
    if (found) done.add(node);
    return found;
  };
  visit(root);
}

function reportNone({ report }: Evaluation, { source }: ModuleScope): void {
  const message = "This definition file exports no entity and no constant that other files share.";
  const help = `${exportOne} Delete the file if its definitions are gone.`;
  report.add("definition.none", findFileStart(source.path), message, help);
}
