import type { Place } from "../../diagnostics/report.js";
import type { ModuleScope } from "../project/module-scope.js";
import { findPlace } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import { constantValue } from "./constant-value.js";
import { type Evaluation, notStatic } from "./evaluation.js";
import type { StaticMember, StaticObject, StaticValue } from "./static-value.js";

/** Names that the initializer of an enum member can use. Earlier members of the enum take precedence over names of the file. */
interface InitializerScope extends ModuleScope {
  readonly siblings: ReadonlyMap<string, StaticMember>;
}

/** Returns the value of an earlier member of the enum whose initializer is being read; `undefined` for any other name or scope. */
export function siblingValue(scope: ModuleScope | InitializerScope, name: string): StaticValue | undefined {
  return "siblings" in scope ? scope.siblings.get(name)?.value : undefined;
}

/**
 * Reads an enum as an object: its members by name, from all its declarations in the file. Each value is read only when it is needed.
 * @param place the location where the enum is used
 */
export function evaluateEnum(
  evaluation: Evaluation,
  scope: ModuleScope,
  node: ts.EnumDeclaration,
  place: Place,
): StaticObject {
  const members = new Map<string, StaticMember>();
  const enumName = node.name.text;
  for (const statement of scope.file.statements) {
    if (!typescript.isEnumDeclaration(statement) || statement.name.text !== enumName) continue;
    let previous: StaticMember | undefined;
    for (const member of statement.members) {
      const initializerScope: InitializerScope = { ...scope, outer: scope, siblings: new Map(members) };
      const before = previous;
      const name = nameOf(member);
      const namePlace = findPlace(scope, member.name);
      previous = {
        name,
        namePlace,
        doc: undefined,
        get value() {
          return memberValue(evaluation, initializerScope, `${enumName}.${name}`, member, before);
        },
      };
      members.set(name, previous);
    }
  }
  return { kind: "object", enumName, members, complete: true, place };
}

/**
 * Returns the value of an enum member.
 * @param before the previous member of the same declaration, whose number plus 1 is the value of a member without an initializer
 */
function memberValue(
  evaluation: Evaluation,
  scope: InitializerScope,
  name: string,
  { initializer, name: node }: ts.EnumMember,
  before: StaticMember | undefined,
): StaticValue {
  const place = findPlace(scope, node);
  if (initializer === undefined) {
    const last = before?.value;
    if (last === undefined) return { kind: "literal", value: 0, place };
    if (last.kind === "unread") return last;
    if (last.kind === "literal" && typeof last.value === "number")
      return { kind: "literal", value: last.value + 1, place };
    return notStatic(evaluation, place, `"${name}" has no value.`, `Give it one: ${name.split(".")[1]} = "open".`);
  }
  const value = constantValue(evaluation, { kind: "expression", scope, expression: initializer }, name, place);
  if (value.kind === "unread") return value;
  if (value.kind === "literal" && (typeof value.value === "string" || typeof value.value === "number")) return value;
  return notStatic(evaluation, place, `"${name}" is neither a string nor a number.`, "Give it a string or a number.");
}

function nameOf({ name }: ts.EnumMember): string {
  return typescript.isIdentifier(name) || typescript.isStringLiteralLike(name) ? name.text : "";
}
