import type { EntityDraft, PropertyDraft } from "../model/entity-draft.js";
import { docComment } from "./doc-comment.js";
import { isEntityCall } from "./evaluate-call.js";
import { type Evaluation, notStatic, unwrap } from "./evaluation.js";
import type { ModuleScope } from "./module-scope.js";
import { readEntity } from "./read-entity.js";
import type { StaticMember } from "./static-value.js";
import { placeOf, startOf } from "./text-place.js";
import { type ts, typescript } from "./typescript.js";

/** The entities that a file exports, in the order of the file. `shared` keeps the properties of mixins over all files. */
export function readDefinitionFile(
  evaluation: Evaluation,
  scope: ModuleScope,
  shared: WeakMap<StaticMember, PropertyDraft>,
): EntityDraft[] {
  const drafts: EntityDraft[] = [];
  const exported = exportedNames(scope);
  const errors = evaluation.report.errors;
  let found = 0;
  for (const statement of scope.file.statements) {
    const others: ts.Node[] = [];
    for (const [node, call] of entitiesOf(evaluation, scope, statement, others)) {
      found += 1;
      const value = evaluation.evaluate(scope, call);
      const place = placeOf(scope, node);
      const names = exported.get(node.text) ?? [];
      if (names.length === 0) {
        const message = `"${node.text}" is declared but not exported, so no class is generated for it.`;
        evaluation.report.add(
          "definition.not-exported",
          place,
          message,
          "Write `export` before `const`, or remove it.",
        );
      }
      for (const name of value.kind === "entity" ? names : []) {
        const doc = docComment(scope.file, statement);
        const draft = value.kind === "entity" && readEntity(evaluation, { value: name, place }, doc, value, shared);
        if (draft) drafts.push(draft);
      }
    }
    for (const node of others) reportEntityCalls(evaluation, scope, node);
  }
  if (found === 0 && evaluation.report.errors === errors) reportNone(evaluation, scope);
  return drafts;
}

/** The constants of a statement that are entities; nodes where `entity` must not be called are added to `others`. */
function entitiesOf(
  evaluation: Evaluation,
  scope: ModuleScope,
  statement: ts.Statement,
  others: ts.Node[],
): [ts.Identifier, ts.CallExpression][] {
  const ts = typescript;
  if (ts.isImportDeclaration(statement) || ts.isInterfaceDeclaration(statement)) return [];
  if (!ts.isVariableStatement(statement)) {
    others.push(statement);
    return [];
  }
  const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
  return statement.declarationList.declarations.flatMap((declaration): [ts.Identifier, ts.CallExpression][] => {
    const call = declaration.initializer && unwrap(declaration.initializer);
    const isEntity = call && ts.isCallExpression(call) && isEntityCall(evaluation, scope, call);
    if (isConst && isEntity && ts.isIdentifier(declaration.name)) return [[declaration.name, call]];
    others.push(declaration);
    return [];
  });
}

/** The names under which each constant is exported. */
function exportedNames(scope: ModuleScope): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [name, exported] of scope.exports) {
    if (!("local" in exported) || name === "default") continue;
    const others = names.get(exported.local);
    if (others) others.push(name);
    else names.set(exported.local, [name]);
  }
  return names;
}

/** A call of `entity` anywhere else would be lost without a word. */
function reportEntityCalls(evaluation: Evaluation, scope: ModuleScope, root: ts.Node): void {
  const visit = (node: ts.Node): void => {
    if (typescript.isCallExpression(node) && isEntityCall(evaluation, scope, node)) {
      const help = "Write `export const Order = entity({ … })` at the top level of the file.";
      notStatic(evaluation, placeOf(scope, node), "entity(…) is read only as the value of an exported `const`.", help);
    }
    typescript.forEachChild(node, visit);
  };
  visit(root);
}

function reportNone({ report }: Evaluation, { source }: ModuleScope): void {
  const help =
    'Export one: `export const Order = entity({ … })`, with `import { edm, entity } from "tablewright"`. A file of mixins needs another name.';
  report.add("definition.none", startOf(source.path), "This definition file exports no entity.", help);
}
