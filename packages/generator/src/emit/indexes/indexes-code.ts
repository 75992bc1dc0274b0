import type { EntityModel, IndexModel } from "../../model/entity-model.js";
import { interfaceCode } from "../source-text.js";

/** Emits the indexes as passed to the schema: `{ byName: { entry: EmployeeByName } }`. */
export function indexesCode({ indexes }: EntityModel): string {
  const members = indexes.map(({ name, entry, unique, isInPartition, sparse }) => {
    const facts = [`entry: ${entry.name}`];
    if (unique) facts.push("unique: true");
    if (!isInPartition) facts.push("global: true");
    if (sparse.length > 0) facts.push(`sparse: ${JSON.stringify(sparse)}`);
    return `    ${name}: { ${facts.join(", ")} },\n`;
  });
  return `{\n${members.join("")}  }`;
}

/**
 * Emits the interface of an entity's indexes, e.g. `OrderIndexes`: the members that its client has besides the methods. Returns nothing for
 * an entity without indexes.
 */
export function indexTypesCode(entity: EntityModel): string[] {
  const { name, indexes } = entity;
  if (indexes.length === 0) return [];
  const members = indexes.map((index) => {
    const type = index.isInPartition ? "LocalIndex" : "GlobalIndex";
    return { doc: describe(index), text: `readonly ${index.name}: $.${type}<${name}Types, ${index.entry.name}Types>` };
  });
  return [interfaceCode(`Indexes of ${name}, members of its client.`, `${name}Indexes`, members)];
}

function describe({ entry, unique, isInPartition, sparse, doc }: IndexModel): string {
  const { table, partitionKey, rowKey } = entry;
  const place = isInPartition
    ? "in the partition of the entity"
    : `table \`${table}\`, PartitionKey \`${partitionKey.template}\``;
  const names = sparse.map((name) => `\`${name}\``).join(" or ");
  const exception = sparse.length === 0 ? "" : ` An entity without ${names} has no row.`;
  const uniqueness = unique ? `Unique${isInPartition ? "" : " over all partitions"}. ` : "";
  const sentence = `${uniqueness}RowKey \`${rowKey.template}\`, ${place}.${exception}`;
  return doc === undefined ? sentence : `${doc}\n\n${sentence}`;
}
