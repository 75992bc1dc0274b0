import { ServiceError } from "../errors/service-error.js";

const quoted = "'((?:[^']|'')*)'";
const byPartition = new RegExp(`^PartitionKey=${quoted},\\s*RowKey=${quoted}$`);
const byRow = new RegExp(`^RowKey=${quoted},\\s*PartitionKey=${quoted}$`);

export interface EntityKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** The keys between the parentheses of an entity's path, already percent-decoded. */
export function parseEntityKeys(text: string): EntityKeys {
  const match = byPartition.exec(text);
  if (match !== null) return { partitionKey: unquote(match[1]), rowKey: unquote(match[2]) };
  const swapped = byRow.exec(text);
  if (swapped !== null) return { partitionKey: unquote(swapped[2]), rowKey: unquote(swapped[1]) };
  throw new ServiceError("InvalidInput", "Bad Request - Error in query syntax.");
}

/** The path of an entity below the endpoint, e.g. `Shop(PartitionKey='o''brien',RowKey='50%25')`. */
export function entityPath(table: string, { partitionKey, rowKey }: EntityKeys): string {
  return `${table}(PartitionKey='${quote(partitionKey)}',RowKey='${quote(rowKey)}')`;
}

function unquote(text = ""): string {
  return text.replaceAll("''", "'");
}

function quote(key: string): string {
  return encodeURIComponent(key.replaceAll("'", "''"));
}
