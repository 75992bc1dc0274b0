import type { Report } from "../diagnostics/report.js";
import type { BuiltEntity } from "../model/build-models.js";
import type { EntityModel } from "../model/entity-model.js";
import { type CommonKeys, commonKeys, overlappingRowKeys } from "../model/kind-scope.js";

/** Reports the entities of one table whose rows cannot be distinguished, neither by their kinds nor by their keys. */
export function checkKinds(table: readonly BuiltEntity[], report: Report): void {
  const kinds = new Map<string, BuiltEntity>();
  let kindProperty: string | undefined;
  for (const entity of table) {
    const { draft, model } = entity;
    if (model.kindProperty !== false && model.kind !== undefined) {
      checkDuplicate(kinds, entity, report);
      kindProperty ??= model.kindProperty;
      checkKindProperty(kindProperty, entity, report);
    } else if (table.length > 1 && !draft.partial) {
      if (model.kind === undefined && draft.kindProperty?.value !== false) reportMissing(entity, table, report);
      else if (model.kindScope.by === "table") reportNotDistinct(entity, table, report);
    }
  }
  if (kindProperty !== undefined && table.some(({ model }) => model.kindScope.by === "kind")) {
    for (const entity of table) checkPropertyNames(kindProperty, entity, report);
  }
  checkKeysDiffer(table, report);
}

function checkDuplicate(kinds: Map<string, BuiltEntity>, entity: BuiltEntity, report: Report): void {
  const { name, kind = "", table } = entity.model;
  const other = kinds.get(kind);
  kinds.set(kind, other ?? entity);
  if (other === undefined) return;
  const message = `"${name}" and "${other.model.name}" both have the kind "${kind}" in the table "${table}".`;
  report.add(
    "kind.duplicate",
    entity.draft.kind?.place ?? entity.draft.name.place,
    message,
    "Give one of them another kind.",
  );
}

function checkKindProperty(expected: string, { draft, model }: BuiltEntity, report: Report): void {
  if (model.kindProperty === expected) return;
  const message = `"${model.name}" stores its kind as "${model.kindProperty}", but other entities of the table "${model.table}" as "${expected}".`;
  const place = draft.kindProperty?.place ?? draft.name.place;
  report.add("kind.property-differs", place, message, "Use one kindProperty in the whole table.");
}

/**
 * Checks an entity that stores no kind: none of its stored properties may have the name under which other entities of its table store their
 * kind. A filter on that kind could otherwise find the entity's rows.
 */
function checkPropertyNames(kindProperty: string, { draft, model }: BuiltEntity, report: Report): void {
  if (model.kindProperty !== false) return;
  const property = draft.properties.list.find(
    ({ name, options }) => (options.name ?? name).value === kindProperty && !options.keyOnly?.value,
  );
  if (property === undefined) return;
  const message = `"${model.name}.${property.name.value}" is stored as "${kindProperty}", under which other entities of the table "${model.table}" store their kind.`;
  const place = (property.options.name ?? property.name).place;
  report.add("kind.property-clash", place, message, 'Give it another stored name: { name: "…" }.');
}

function reportMissing(entity: BuiltEntity, table: readonly BuiltEntity[], report: Report): void {
  const { draft, model, entries } = entity;
  const others = table.every((each) => each === entity || entries.includes(each))
    ? "the rows of its indexes"
    : "other entities";
  const message = `"${model.name}" shares the table "${model.table}" with ${others} but has no kind to distinguish it from them.`;
  const suggestion = model.name.charAt(0).toLowerCase() + model.name.slice(1);
  const help = `Add kind: "${suggestion}", or kindProperty: false if its keys have a literal or a shape that no other entity's keys have.`;
  report.add("kind.missing", draft.name.place, message, help);
}

function reportNotDistinct({ draft, model }: BuiltEntity, table: readonly BuiltEntity[], report: Report): void {
  for (const other of table) {
    const common = other.model === model ? undefined : commonKeys(model, other.model);
    if (common === undefined) continue;
    const message = `"${model.name}" stores no kind, and a row with ${keysText(common)} can be one of "${model.name}" or of "${other.model.name}" in the table "${model.table}".`;
    const help =
      "Start one of the keys with a literal that no other entity uses, give the keys other shapes, or store the kind.";
    report.add("kind.not-distinct", draft.rowKey?.place ?? draft.name.place, message, help);
    return;
  }
}

function keysText({ partitionKey, rowKey }: CommonKeys): string {
  return `the PartitionKey ${JSON.stringify(partitionKey)} and the RowKey ${JSON.stringify(rowKey)}`;
}

/**
 * Reports entities of one table whose rows can have the same keys. Reports each entity at most once, even if many others can have its keys.
 */
function checkKeysDiffer(table: readonly BuiltEntity[], report: Report): void {
  const order = new Map(table.map(({ model }, index) => [model, index]));
  const reported = new Set<EntityModel>();
  for (const pair of overlappingRowKeys([...order.keys()])) {
    const [first, second] = pair
      .map((model) => order.get(model) ?? 0)
      .sort((a, b) => a - b)
      .map((index) => table[index]);
    if (first === undefined || second === undefined || reported.has(second.model)) continue;
    const common = commonKeys(first.model, second.model);
    if (common === undefined) continue;
    reported.add(second.model);
    reportCoincide(first, second, common, report);
  }
}

function reportCoincide(a: BuiltEntity, b: BuiltEntity, common: CommonKeys, report: Report): void {
  const keys = ({ model }: BuiltEntity) =>
    `PartitionKey ${model.partitionKey.template}, RowKey ${model.rowKey.template}`;
  const message = `"${b.model.name}" (${keys(b)}) can have the same keys as "${a.model.name}" (${keys(a)}), such as ${keysText(common)}, and one row would replace the other.`;
  const place = b.draft.rowKey?.place ?? b.draft.name.place;
  report.add(
    "kind.keys-coincide",
    place,
    message,
    "Start each row key, or each partition key, with a different literal, or give them other shapes.",
  );
}
