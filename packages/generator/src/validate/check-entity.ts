import { kindPropertyOf } from "../model/build-entity.js";
import type { EntityModel } from "../model/entity-model.js";
import { separatorOf } from "../model/key-text.js";
import type { EntityDraft, PropertyDraft } from "../read/entity/entity-draft.js";
import type { CheckContext } from "./check-context.js";
import { checkEvolution } from "./check-evolution.js";
import { checkJsonImports } from "./check-json-imports.js";
import { checkKey, type KeyContext, type KeyName } from "./check-key.js";
import { checkLength } from "./check-length.js";
import { checkNames } from "./check-names.js";
import { checkKind, checkSeparator, checkTable } from "./check-options.js";
import { checkValues } from "./check-values.js";

/** Checks one definition by itself. @param model model built from the draft; absent if too little could be read */
export function checkEntity(context: CheckContext, draft: EntityDraft, model: EntityModel | undefined): void {
  const { report } = context;
  if (draft.table) checkTable(context, draft.table);
  checkKind(context, draft);
  checkNames(context, draft.properties, kindPropertyOf(draft));
  checkEvolution(context, draft.properties, kindPropertyOf(draft));
  // A property with an invalid value determines nothing about the keys that contain it.
  const list = draft.properties.list.map((property) =>
    checkValues(context, property) ? property : { ...property, partial: true },
  );
  checkJsonImports(draft, report);
  checkSeparator(context, draft);
  const errors = report.errors;
  checkKeys(context, { ...draft, properties: { ...draft.properties, list } });
  if (model === undefined || report.errors > errors || list.some(({ partial }) => partial)) return;
  if (draft.partitionKey) checkLength(context, "PartitionKey", model.partitionKey, model.separator, draft.partitionKey);
  if (draft.rowKey) checkLength(context, "RowKey", model.rowKey, model.separator, draft.rowKey);
}

function checkKeys(context: CheckContext, draft: EntityDraft): void {
  const { properties, partitionKey, rowKey } = draft;
  const used = new Map<string, KeyName>();
  const keyContext: KeyContext = {
    ...context,
    separator: separatorOf(draft),
    properties: new Map(properties.list.map((property) => [property.name.value, property])),
    mayBeDeclared: (name) => !properties.complete || properties.unread.has(name),
    used,
    derived: new Set(),
  };
  if (partitionKey) checkKey(keyContext, "PartitionKey", partitionKey);
  if (rowKey) checkKey(keyContext, "RowKey", rowKey);
  if (partitionKey && rowKey) {
    for (const property of properties.list) checkKeyOnly(keyContext, property);
  }
}

function checkKeyOnly({ entity, report, used, derived }: KeyContext, { name, options }: PropertyDraft): void {
  if (!options.keyOnly?.value) return;
  if (derived.has(name.value)) {
    const message = `"${entity}.${name.value}" is keyOnly, but a key holds only what is derived from it.`;
    report.add(
      "key.derived-not-stored",
      options.keyOnly.place,
      message,
      "Remove keyOnly, so that the property is stored.",
    );
  }
  if (used.has(name.value) || derived.has(name.value)) return;
  const message = `"${entity}.${name.value}" is keyOnly but not part of a key, so its value would not be stored.`;
  report.add("property.key-only-unused", options.keyOnly.place, message, "Use it in a key, or remove keyOnly.");
}
