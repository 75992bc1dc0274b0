import type { Report } from "../diagnostics/report.js";
import type { EntityDraft, PropertyDraft } from "../model/entity-draft.js";
import { buildEntity } from "./build-entity.js";
import type { CheckContext } from "./check-context.js";
import { checkJsonImports } from "./check-json-imports.js";
import { checkKey, type KeyContext, type KeyName } from "./check-key.js";
import type { CheckedEntity } from "./check-kinds.js";
import { checkNames, checkStoredName } from "./check-names.js";
import { checkSeparator } from "./check-separator.js";
import { checkTable } from "./check-table.js";
import { checkValues } from "./check-values.js";
import { checkLength } from "./key-length.js";

/** The property that stores the kind unless `kindProperty` names another. */
const defaultKindProperty = "kind";

/** One definition by itself. Returns its model, so far as it could be read, also when something about it is wrong. */
export function checkEntity(
  draft: EntityDraft,
  report: Report,
  service: CheckContext["service"],
): CheckedEntity | undefined {
  const context: CheckContext = { entity: draft.name.value, report, service };
  if (draft.table) checkTable(context, draft.table);
  const kindProperty = checkKind(context, draft);
  checkNames(context, draft.properties, kindProperty);
  // A property with a wrong value says nothing about the keys that it is in.
  const list = draft.properties.list.map((property) =>
    checkValues(context, property) ? property : { ...property, partial: true },
  );
  checkJsonImports(draft, report);
  const separator = checkSeparator(context, draft);
  const errors = report.errors;
  const used = checkKeys(context, { ...draft, properties: { ...draft.properties, list } }, separator);
  const model = buildEntity(draft, kindProperty, separator, used);
  if (model === undefined) return undefined;
  if (report.errors > errors || list.some(({ partial }) => partial)) return { draft, model };
  if (draft.partitionKey) checkLength(context, "PartitionKey", model.partitionKey, model.separator, draft.partitionKey);
  if (draft.rowKey) checkLength(context, "RowKey", model.rowKey, model.separator, draft.rowKey);
  return { draft, model };
}

/** Returns the name under which the kind is stored, the default for one that is refused; `false` where none is. */
function checkKind(context: CheckContext, { kind, kindProperty, partial }: EntityDraft): string | false {
  const { entity, report } = context;
  if (kind?.value === "") {
    report.add("kind.invalid", kind.place, `"${entity}": the kind is empty.`, "Name the kind, or leave it out.");
  }
  if (kind && /\p{Surrogate}/u.test(kind.value)) {
    const help = "Write both halves of the pair, or neither.";
    report.add("kind.invalid", kind.place, `"${entity}": the kind holds a lone surrogate, which cannot be sent.`, help);
  }
  if (kindProperty?.value === false) return false;
  if (kindProperty === undefined) return kind !== undefined && defaultKindProperty;
  const errors = report.errors;
  const found = { ...kindProperty, value: kindProperty.value };
  checkStoredName(context, `${entity}.kindProperty`, found);
  if (kind === undefined && !partial) {
    const message = `"${entity}" names the kindProperty "${found.value}" but has no kind to store there.`;
    report.add("kind.missing", found.place, message, "Add the kind, or leave kindProperty out.");
  }
  return kind !== undefined && (report.errors === errors ? found.value : defaultKindProperty);
}

/** Both keys. Returns the key of each property that is a part of one. */
function checkKeys(context: CheckContext, draft: EntityDraft, separator: string): Map<string, KeyName> {
  const { properties, partitionKey, rowKey } = draft;
  const used = new Map<string, KeyName>();
  const keyContext: KeyContext = {
    ...context,
    separator,
    properties: new Map(properties.list.map((property) => [property.name.value, property])),
    mayBeDeclared: (name) => !properties.complete || properties.unread.has(name),
    used,
  };
  if (partitionKey) checkKey(keyContext, "PartitionKey", partitionKey);
  if (rowKey) checkKey(keyContext, "RowKey", rowKey);
  if (partitionKey && rowKey) {
    for (const property of properties.list) checkKeyOnly(context, property, used);
  }
  return used;
}

function checkKeyOnly(
  { entity, report }: CheckContext,
  { name, options }: PropertyDraft,
  used: ReadonlyMap<string, KeyName>,
): void {
  if (!options.keyOnly?.value || used.has(name.value)) return;
  const message = `"${entity}.${name.value}" is keyOnly but part of no key, so its value would be stored nowhere.`;
  report.add("property.key-only-unused", options.keyOnly.place, message, "Use it in a key, or remove keyOnly.");
}
