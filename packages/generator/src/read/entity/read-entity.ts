import { closestName, didYouMean } from "../../diagnostics/wording.js";
import type { Evaluation } from "../evaluate/evaluation.js";
import {
  describeValue,
  type StaticEntity,
  type StaticMember,
  type StaticObject,
  type StaticValue,
} from "../evaluate/static-value.js";
import type { EntityDraft, Found, PropertiesDraft, PropertyDraft, SeparatorPair } from "./entity-draft.js";
import { readIndexes } from "./read-indexes.js";
import { readKey } from "./read-key.js";
import { readProperties } from "./read-properties.js";
import { readTtl } from "./read-ttl.js";

const required = ["table", "properties", "partitionKey", "rowKey"];
const optional = ["kind", "kindProperty", "separator", "unknownProperties", "indexes", "ttl"];

/**
 * Reads one call `entity(…)` as an entity draft; `undefined` if its argument is not a readable object. `shared` caches the properties of
 * mixins, so that they are read once.
 */
export function readEntity(
  evaluation: Evaluation,
  name: Found<string>,
  doc: string | undefined,
  { definition, place }: StaticEntity,
  shared: WeakMap<StaticMember, PropertyDraft>,
): EntityDraft | undefined {
  if (definition.kind === "unread") return undefined;
  if (definition.kind !== "object") {
    const message = `entity() takes an object, not ${describeValue(definition)}.`;
    const help = "Write entity({ table, properties, partitionKey, rowKey }).";
    evaluation.report.add("definition.invalid-value", definition.place, message, help);
    return undefined;
  }
  const known = checkNames(evaluation, name, definition);
  const reader = new OptionReader(evaluation, definition, !known);
  const table = reader.literal("table", isString, "a string");
  const kind = reader.literal("kind", isString, "a string");
  const kindProperty = reader.literal("kindProperty", isStringOrFalse, "a string or false");
  const separator = reader.separator();
  const unknown = reader.literal("unknownProperties", isKeepOrDrop, '"keep" or "drop"');
  const ttl = readTtl(evaluation, reader.value("ttl"));
  if (ttl === "unread") reader.partial = true;
  const properties = reader.value("properties");
  const partitionKey = reader.value("partitionKey");
  const rowKey = reader.value("rowKey");
  const indexes = reader.value("indexes");
  return {
    name,
    doc,
    table,
    kind,
    kindProperty,
    separator,
    unknownProperties: unknown?.value ?? "drop",
    ttl: ttl === "unread" ? undefined : ttl,
    properties: propertiesOf(evaluation, properties, shared) ?? { place, list: [], unread: new Set(), complete: false },
    partitionKey: partitionKey && readKey(evaluation, "partitionKey", partitionKey),
    rowKey: rowKey && readKey(evaluation, "rowKey", rowKey),
    indexes: indexes === undefined ? [] : readIndexes(evaluation, indexes),
    partial: reader.partial,
  };
}

/** Reports missing and unknown options of an entity definition. Returns whether all options are known. */
function checkNames({ report }: Evaluation, entity: Found<string>, { members, complete }: StaticObject): boolean {
  const known = [...required, ...optional];
  const unknown = [...members.values()].filter(({ name }) => !known.includes(name));
  const misspelt = new Set(unknown.map(({ name }) => closestName(name, known)));
  for (const { name, namePlace } of unknown) {
    report.add(
      "definition.unknown-option",
      namePlace,
      `entity() has no option "${name}".`,
      didYouMean(name, known, `Its options are ${known.join(", ")}.`),
    );
  }
  const missing = complete ? required.filter((name) => !members.has(name) && !misspelt.has(name)) : [];
  if (missing.length > 0) {
    const list = missing.join(", ");
    report.add(
      "definition.missing-option",
      entity.place,
      `"${entity.value}" has no ${list}.`,
      `Add ${list} to the definition.`,
    );
  }
  return unknown.length === 0;
}

function propertiesOf(
  evaluation: Evaluation,
  value: StaticValue | undefined,
  shared: WeakMap<StaticMember, PropertyDraft>,
): PropertiesDraft | undefined {
  if (value === undefined || value.kind === "unread") return undefined;
  if (value.kind === "object") return readProperties(evaluation, value, shared);
  const message = `properties is ${describeValue(value)}, not an object.`;
  evaluation.report.add("definition.invalid-value", value.place, message, "Write { name: edm.string(), … }.");
  return undefined;
}

class OptionReader {
  readonly #evaluation: Evaluation;
  readonly #members: StaticObject["members"];
  /** True if a part of the definition could not be read or has the wrong type. */
  partial: boolean;

  constructor(evaluation: Evaluation, definition: StaticObject, partial: boolean) {
    this.#evaluation = evaluation;
    this.#members = definition.members;
    this.partial = partial || !definition.complete;
  }

  /** Returns the value of an option; `undefined` if the option is absent or explicitly `undefined`. */
  value(name: string): StaticValue | undefined {
    const value = this.#members.get(name)?.value;
    if (value?.kind === "unread") this.partial = true;
    return value?.kind === "literal" && value.value === undefined ? undefined : value;
  }

  /** Reads the option `separator`: one text for both keys, or an object with one for each. */
  separator(): Found<string | SeparatorPair> | undefined {
    const value = this.value("separator");
    if (value?.kind !== "object")
      return this.literal("separator", isString, "a string of at most 8 characters, or { partitionKey, rowKey }");
    const texts: Record<string, string> = {};
    for (const { name, namePlace, value: text } of value.members.values()) {
      if (text.kind === "unread") {
        this.partial = true;
      } else if (name !== "partitionKey" && name !== "rowKey") {
        const help = "Its options are partitionKey and rowKey.";
        this.#evaluation.report.add("definition.unknown-option", namePlace, `separator has no option "${name}".`, help);
      } else if (text.kind === "literal" && typeof text.value === "string") {
        texts[name] = text.value;
      } else {
        const message = `The separator of the ${name} is ${describeValue(text)}, but must be a string.`;
        this.#evaluation.report.add("definition.invalid-value", text.place, message, "Write a string.");
      }
    }
    return { value: texts, place: value.place };
  }

  literal<Value>(name: string, accepts: (value: unknown) => value is Value, wanted: string): Found<Value> | undefined {
    const value = this.value(name);
    if (value === undefined || value.kind === "unread") return undefined;
    if (value.kind === "literal" && accepts(value.value)) return { value: value.value, place: value.place };
    this.partial = true;
    const message = `The option "${name}" of entity() is ${describeValue(value)}, but must be ${wanted}.`;
    this.#evaluation.report.add("definition.invalid-value", value.place, message, `Write ${wanted}.`);
    return undefined;
  }
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isStringOrFalse(value: unknown): value is string | false {
  return typeof value === "string" || value === false;
}

function isKeepOrDrop(value: unknown): value is "keep" | "drop" {
  return value === "keep" || value === "drop";
}
