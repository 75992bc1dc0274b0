import type { Report } from "../diagnostics/report.js";
import type { EntityDraft } from "../model/entity-draft.js";
import type { EntityModel, KindScope } from "../model/entity-model.js";
import { intersects, type KeyLanguage, languageOf, startingWith } from "./key-language.js";

/** An entity whose own checks are done. */
export interface CheckedEntity {
  readonly draft: EntityDraft;
  /** Without `kindScope`, which takes all entities of the table. */
  readonly model: Omit<EntityModel, "kindScope">;
}

/** Entities of one table against each other. Returns how queries of each keep to their kind. */
export function checkKinds(table: readonly CheckedEntity[], report: Report): Map<CheckedEntity, KindScope> {
  const shared = sharedPrefixes(table, report);
  const kinds = new Map<string, CheckedEntity>();
  let kindProperty: string | undefined;
  const scopes = new Map<CheckedEntity, KindScope>();
  for (const checked of table) {
    const { draft, model } = checked;
    const told = model.rowKey.prefix !== "" && !shared.has(checked);
    scopes.set(checked, scopeOf(model, told));
    if (model.kindProperty !== false && model.kind !== undefined) {
      checkDuplicate(kinds, checked, report);
      kindProperty ??= model.kindProperty;
      checkKindProperty(kindProperty, checked, report);
    } else if (table.length > 1 && !draft.partial) {
      if (model.kind === undefined && draft.kindProperty?.value !== false) reportMissing(checked, report);
      else if (!told) reportNotDistinct(checked, report);
    }
  }
  if (kindProperty !== undefined && [...scopes.values()].some(({ by }) => by === "kind")) {
    for (const checked of table) checkPropertyNames(kindProperty, checked, report);
  }
  return scopes;
}

function scopeOf({ kind, kindProperty, rowKey }: CheckedEntity["model"], told: boolean): KindScope {
  if (told) return { by: "row-key", prefix: rowKey.prefix };
  return kind !== undefined && kindProperty !== false ? { by: "kind", kindProperty, kind } : { by: "table" };
}

function checkDuplicate(kinds: Map<string, CheckedEntity>, checked: CheckedEntity, report: Report): void {
  const { name, kind = "", table } = checked.model;
  const other = kinds.get(kind);
  kinds.set(kind, other ?? checked);
  if (other === undefined) return;
  const message = `"${name}" and "${other.model.name}" both have the kind "${kind}" in the table "${table}".`;
  report.add(
    "kind.duplicate",
    checked.draft.kind?.place ?? checked.draft.name.place,
    message,
    "Give one of them another kind.",
  );
}

function checkKindProperty(expected: string, { draft, model }: CheckedEntity, report: Report): void {
  if (model.kindProperty === expected) return;
  const message = `"${model.name}" stores its kind as "${model.kindProperty}", but other entities of the table "${model.table}" as "${expected}".`;
  const place = draft.kindProperty?.place ?? draft.name.place;
  report.add("kind.property-differs", place, message, "Use one kindProperty in the whole table.");
}

/** A filter on the kind must not find a row of an entity that stores something else under that name. */
function checkPropertyNames(kindProperty: string, { draft, model }: CheckedEntity, report: Report): void {
  if (model.kindProperty !== false) return;
  const property = draft.properties.list.find(
    ({ name, options }) => (options.name ?? name).value === kindProperty && !options.keyOnly?.value,
  );
  if (property === undefined) return;
  const message = `"${model.name}.${property.name.value}" is stored as "${kindProperty}", under which other entities of the table "${model.table}" store their kind.`;
  const place = (property.options.name ?? property.name).place;
  report.add("kind.property-clash", place, message, 'Give it another stored name: { name: "…" }.');
}

function reportMissing({ draft, model }: CheckedEntity, report: Report): void {
  const message = `"${model.name}" shares the table "${model.table}" with other entities but has no kind to tell it from them.`;
  const suggestion = model.name.charAt(0).toLowerCase() + model.name.slice(1);
  const help = `Add kind: "${suggestion}", or kindProperty: false when the row key starts with a literal of its own.`;
  report.add("kind.missing", draft.name.place, message, help);
}

function reportNotDistinct({ draft, model }: CheckedEntity, report: Report): void {
  const why =
    model.rowKey.prefix === ""
      ? "does not start with a literal"
      : `starts with "${model.rowKey.prefix}", as that of another entity can`;
  const message = `"${model.name}" stores no kind, and its row key ${why}, so it cannot be told from others in the table "${model.table}".`;
  report.add(
    "kind.not-distinct",
    draft.rowKey?.place ?? draft.name.place,
    message,
    "Start the row key with a literal of its own, or store the kind.",
  );
}

/**
 * The entities whose leading literal some other entity's row key can start with too. Keys that can coincide are
 * reported on the way. Sorted by prefix, only neighbours can share one, so that many kinds in a table cost little.
 */
function sharedPrefixes(table: readonly CheckedEntity[], report: Report): Set<CheckedEntity> {
  const shared = new Set<CheckedEntity>();
  const reported = new Set<CheckedEntity>();
  const order = new Map(table.map((checked, index) => [checked, index]));
  const indexOf = (checked: CheckedEntity) => order.get(checked) ?? 0;
  const sorted = [...table].sort((a, b) => compare(prefixOf(a), prefixOf(b)) || indexOf(a) - indexOf(b));
  for (const [index, shorter] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next++) {
      const longer = sorted[next];
      if (longer === undefined || !prefixOf(longer).startsWith(prefixOf(shorter))) break;
      shared.add(shorter);
      if (!shared.has(longer) && intersects(rowLanguage(shorter), startingWith(prefixOf(longer)))) shared.add(longer);
      const [first, second] = indexOf(shorter) < indexOf(longer) ? [shorter, longer] : [longer, shorter];
      if (reported.has(second) || !canCoincide(first, second)) continue;
      reported.add(second);
      reportCoincide(first, second, report);
    }
  }
  return shared;
}

/** Whether both keys of two entities can be equal; what is cheap to tell apart is told by the leading literals. */
function canCoincide({ model: a }: CheckedEntity, { model: b }: CheckedEntity): boolean {
  const meet = (p: string, q: string) => p.startsWith(q) || q.startsWith(p);
  return (
    meet(a.partitionKey.prefix, b.partitionKey.prefix) &&
    intersects(languageOf(a.rowKey, a.separator), languageOf(b.rowKey, b.separator)) &&
    intersects(languageOf(a.partitionKey, a.separator), languageOf(b.partitionKey, b.separator))
  );
}

function reportCoincide(a: CheckedEntity, b: CheckedEntity, report: Report): void {
  const keys = ({ model }: CheckedEntity) =>
    `PartitionKey ${model.partitionKey.template}, RowKey ${model.rowKey.template}`;
  const message = `"${b.model.name}" (${keys(b)}) can have the same keys as "${a.model.name}" (${keys(a)}), and one row would replace the other.`;
  const place = b.draft.rowKey?.place ?? b.draft.name.place;
  report.add("kind.keys-coincide", place, message, "Start the row key of each with a literal of its own.");
}

function rowLanguage({ model }: CheckedEntity): KeyLanguage {
  return languageOf(model.rowKey, model.separator);
}

function prefixOf({ model }: CheckedEntity): string {
  return model.rowKey.prefix;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
