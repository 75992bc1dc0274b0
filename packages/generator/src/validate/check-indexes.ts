import { didYouMean, quote } from "../diagnostics/wording.js";
import type { BuiltEntity } from "../model/build-models.js";
import type { EntityModel } from "../model/entity-model.js";
import { isIndexName } from "../model/generated-names.js";
import { draftIndexRow, isInPartition } from "../model/index-row-draft.js";
import type { PropertyModel } from "../model/property-model.js";
import type { EntityDraft, IndexDraft } from "../read/entity/entity-draft.js";
import { type CheckContext, storageLimits } from "./check-context.js";
import { checkEntity } from "./check-entity.js";

/** Checks each index of an entity by itself, then whether one transaction can write the entity and all its index rows. */
export function checkIndexes(context: CheckContext, draft: EntityDraft, entity: BuiltEntity | undefined): void {
  for (const index of draft.indexes) {
    checkIndex(context, draft, index);
    const model = entity?.model.indexes.find(({ name }) => name === index.name.value)?.entry;
    const name = `${context.entity}.${index.name.value}`;
    checkEntity({ ...context, entity: name }, draftIndexRow(draft, index), model);
  }
  checkCount(context, draft);
  if (entity !== undefined) checkCopies(context, entity);
}

function checkIndex({ entity, report }: CheckContext, draft: EntityDraft, index: IndexDraft): void {
  const { name, unique, include } = index;
  const what = `The index "${entity}.${name.value}"`;
  if (!isIndexName(name.value)) {
    const message = `${quote(name.value)} cannot be the name of an index of "${entity}": it must start with "by" and a capital letter, a digit or "_".`;
    const help =
      "Write a name such as byEmail: it becomes a member of the client, whose methods never start with `by`.";
    report.add("index.invalid-name", name.place, message, help);
  }
  if (!isInPartition(draft, index)) {
    if (unique?.value === true) {
      const message = `${what} is unique, but its rows are outside the entity's partition, so one transaction cannot write both.`;
      const help =
        'Write unique: "global", which reserves values before entities are written, or remove table and partitionKey, so that values are unique within a partition.';
      report.add("index.unique-elsewhere", unique.place, message, help);
    }
    if (include !== undefined) {
      const message = `${what} includes properties, but its rows are outside the entity's partition and are not written with it.`;
      const help = "Remove include: a query of the index reads the entities.";
      report.add("index.include-elsewhere", include.place, message, help);
    }
  } else if (unique?.value === "global") {
    const message = `${what} is unique over all partitions, but its rows are in the entity's partition.`;
    const help =
      "Give it a partitionKey without the entity's own parts, or write unique: true for values that are unique within a partition.";
    report.add("index.unique-in-partition", unique.place, message, help);
  }
  if (include !== undefined && include.value !== "all") checkInclude({ entity, report }, draft, index, include.value);
}

function checkInclude(
  { entity, report }: Pick<CheckContext, "entity" | "report">,
  { properties }: EntityDraft,
  { name: index }: IndexDraft,
  included: readonly IndexDraft["name"][],
): void {
  const names = properties.list.map(({ name }) => name.value);
  for (const { value, place } of included) {
    if (names.includes(value) || !properties.complete || properties.unread.has(value)) continue;
    const message = `The index "${entity}.${index.value}" includes "${value}", which is not a property.`;
    report.add(
      "index.unknown-property",
      place,
      message,
      didYouMean(value, names, `"${entity}" has ${names.join(", ")}.`),
    );
  }
}

/** Maximum number of operations in one transaction. */
const maxOperations = 100;

/**
 * Checks that an entity does not have too many indexes in its partition. A write that changes all indexed values needs one transaction for
 * the entity and, for each index, the old index row and the new one.
 */
function checkCount({ entity, report }: CheckContext, draft: EntityDraft): void {
  const count = draft.indexes.filter((index) => isInPartition(draft, index)).length;
  const operations = 1 + 2 * count;
  if (operations <= maxOperations) return;
  const message = `"${entity}" has ${count} indexes in its partition: a change of all their values takes ${operations} operations, but a transaction has at most ${maxOperations}.`;
  report.add("index.too-many", draft.name.place, message, "Keep at most 49 indexes in the entity's partition.");
}

const mebibyte = 2 ** 20;

/** Checks the total size of an entity and its index rows in the same partition, which one transaction writes together. */
function checkCopies({ entity, report, service }: CheckContext, { draft, model }: BuiltEntity): void {
  const local = model.indexes.filter(({ isInPartition }) => isInPartition);
  if (local.length === 0) return;
  const [rowLimit, limit] = service === "cosmos" ? [2 * mebibyte, 2 * mebibyte] : [mebibyte, 4 * mebibyte];
  const rows = [model, ...local.map(({ entry }) => entry)];
  const bytes = rows.reduce((sum, row) => sum + maxBytes(row, rowLimit), 0);
  if (bytes <= limit) return;
  const size = `${(bytes / mebibyte).toFixed(1)} MiB`;
  const message = `A "${entity}" and the rows of its indexes can have ${size} together; a transaction has at most ${limit / mebibyte} MiB.`;
  const help = "Include fewer properties, or give them a maxLength or maxBytes.";
  report.add("index.copies-may-not-fit", draft.name.place, message, help);
}

/** Returns the maximum size of a row's values in bytes: at most `limit`, because the service stores no larger row. */
function maxBytes({ properties }: EntityModel, limit: number): number {
  return Math.min(
    limit,
    properties.reduce((sum, property) => sum + valueBytes(property), 0),
  );
}

function valueBytes({ type, maxLength, maxBytes, oneOf, codes, parts, compress }: PropertyModel): number {
  const { count } = parts ?? { count: 1 };
  if (type === "binary" || compress !== undefined) return maxBytes ?? storageLimits.maxBytes * count;
  if (type !== "string" && type !== "json") return 16;
  const texts = oneOf ?? codes?.map(([, code]) => `${code}`);
  const units = texts === undefined ? maxLength : Math.max(...texts.map(({ length }) => length));
  return 2 * (units ?? storageLimits.stringUnits * count);
}
