import { type Evaluation, unwrap } from "../evaluate/evaluation.js";
import { describeValue, type StaticMember, type StaticObject, type StaticProperty } from "../evaluate/static-value.js";
import { readOptions } from "./builder-options.js";
import type { JsonType, PropertiesDraft, PropertyDraft } from "./entity-draft.js";
import { readJsonSchema, readJsonType } from "./json-type.js";

/** Reads the option `properties` of an entity, in declared order. `shared` caches the properties of mixins, so that they are read once. */
export function readProperties(
  evaluation: Evaluation,
  object: StaticObject,
  shared: WeakMap<StaticMember, PropertyDraft>,
): PropertiesDraft {
  const list: PropertyDraft[] = [];
  const unread = new Set<string>();
  for (const member of object.members.values()) {
    const property = shared.get(member) ?? readProperty(evaluation, member);
    if (property === undefined) {
      unread.add(member.name);
    } else {
      shared.set(member, property);
      list.push(property);
    }
  }
  return { place: object.place, list, unread, complete: object.complete };
}

function readProperty(evaluation: Evaluation, member: StaticMember): PropertyDraft | undefined {
  const { name, namePlace, value, doc } = member;
  if (value.kind === "unread") return undefined;
  if (value.kind !== "property") {
    const message = `The property "${name}" is ${describeValue(value)}, not a type.`;
    evaluation.report.add(
      "definition.invalid-value",
      value.place,
      message,
      "Give its type: edm.string(), edm.int32() and so on.",
    );
    return undefined;
  }
  return {
    name: { value: name, place: namePlace },
    type: value.type,
    optional: value.optional,
    ...readOptions(evaluation, value),
    json: value.type === "json" ? readJson(evaluation, value) : undefined,
    doc,
  };
}

function readJson(evaluation: Evaluation, { scope, schema, typeArgument }: StaticProperty): JsonType {
  return schema === undefined
    ? readJsonType(evaluation, scope, typeArgument)
    : readJsonSchema(evaluation, scope, unwrap(schema));
}
