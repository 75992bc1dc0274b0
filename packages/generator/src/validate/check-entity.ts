import { findKindProperty } from "../model/build-entity.js";
import type { EntityModel } from "../model/entity-model.js";
import { chooseSeparator, readSeparator } from "../model/keys/separator.js";
import type { EntityDraft, PropertyDraft } from "../read/entity/entity-draft.js";
import type { CheckContext } from "./check-context.js";
import { checkEvolution } from "./check-evolution.js";
import { checkJsonImports } from "./check-json-imports.js";
import { checkNames } from "./check-names.js";
import { checkKind, checkSeparator, checkTable } from "./check-options.js";
import { checkKey, type KeyContext, type KeyName } from "./keys/check-key.js";
import { checkLength } from "./keys/check-length.js";
import { checkReadable } from "./keys/check-readable.js";
import { withCodeLimits } from "./values/check-codes.js";
import { checkTimes } from "./values/check-times.js";
import { checkTtl } from "./values/check-ttl.js";
import { checkValues } from "./values/check-values.js";

/**
 * Checks one entity definition by itself, without comparing it with others. Reports the errors.
 * @param model the model that was built from the draft; absent if too little could be read
 */
export function checkEntity(context: CheckContext, draft: EntityDraft, model: EntityModel | undefined): void {
  const { report } = context;
  if (draft.table) checkTable(context, draft.table);
  checkKind(context, draft);
  checkNames(context, draft.properties, findKindProperty(draft));
  if (draft.ttl) checkTtl(context, draft.ttl, draft);
  checkEvolution(context, draft.properties, findKindProperty(draft));
  // A property with invalid options counts as partly read, so that no further errors are reported about the keys that contain it.
  const inKeys = new Set(
    [draft.partitionKey, draft.rowKey].flatMap(
      (key) => key?.parts.flatMap((part) => (part.kind === "property" ? part.property.value : [])) ?? [],
    ),
  );
  for (const property of draft.properties.list) checkTimes(context, property, inKeys.has(property.name.value));
  const list = draft.properties.list.map((property) =>
    checkValues(context, property) ? withCodeLimits(property) : { ...property, partial: true },
  );
  checkJsonImports(draft, report);
  checkSeparator(context, draft);
  const errors = report.errors;
  checkKeys(context, { ...draft, properties: { ...draft.properties, list } });
  if (model === undefined || report.errors > errors || list.some(({ partial }) => partial)) return;
  for (const [key, name] of [
    ["partitionKey", "PartitionKey"],
    ["rowKey", "RowKey"],
  ] as const) {
    if (draft[key] === undefined) continue;
    checkLength(context, name, model[key], draft[key]);
    checkReadable(context, name, model[key], draft[key]);
  }
}

function checkKeys(context: CheckContext, draft: EntityDraft): void {
  const { properties, partitionKey, rowKey } = draft;
  const used = new Map<string, KeyName>();
  const keyContext: Omit<KeyContext, "separator"> = {
    ...context,
    properties: new Map(properties.list.map((property) => [property.name.value, property])),
    mayBeDeclared: (name) => !properties.complete || properties.unread.has(name),
    used,
    derived: new Set(),
  };
  const separator = readSeparator(draft);
  const inKey = (key: "partitionKey" | "rowKey") => ({ ...keyContext, separator: chooseSeparator(separator, key) });
  if (partitionKey) checkKey(inKey("partitionKey"), "PartitionKey", partitionKey);
  if (rowKey) checkKey(inKey("rowKey"), "RowKey", rowKey);
  if (partitionKey && rowKey) {
    for (const property of properties.list) checkKeyOnly(keyContext, property);
  }
}

function checkKeyOnly(
  { entity, report, used, derived }: Omit<KeyContext, "separator">,
  { name, options }: PropertyDraft,
): void {
  if (!options.keyOnly?.value) return;
  if (derived.has(name.value)) {
    const message = `"${entity}.${name.value}" is keyOnly, but a key contains only a value derived from it.`;
    report.add(
      "key.derived-not-stored",
      options.keyOnly.place,
      message,
      "Remove keyOnly, so that the property is stored, or declare a property for the derived text and use it with .raw.",
    );
  }
  if (used.has(name.value) || derived.has(name.value)) return;
  const message = `"${entity}.${name.value}" is keyOnly but not part of a key, so its value would not be stored.`;
  report.add("property.key-only-unused", options.keyOnly.place, message, "Use it in a key, or remove keyOnly.");
}
