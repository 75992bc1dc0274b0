import type { EdmValue } from "../edm/edm-value.js";
import type { EntityKeys } from "../rules/check-names.js";

/** One row, never changed once stored: a write stores another one. */
export class StoredEntity {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** When it was last written, in ticks and as answers write it. */
  readonly timestamp: bigint;
  readonly timestampText: string;
  /** All but PartitionKey, RowKey and Timestamp, in the order in which an answer lists them. */
  readonly properties: ReadonlyMap<string, EdmValue>;
  readonly etag: string;
  /** Its text at minimal metadata, the level that nearly every request asks for. */
  readonly minimalText: string;

  /** @param write gives the text, once all else is there */
  constructor(
    keys: EntityKeys,
    timestamp: bigint,
    timestampText: string,
    properties: ReadonlyMap<string, EdmValue>,
    write: (entity: StoredEntity) => string,
  ) {
    this.partitionKey = keys.partitionKey;
    this.rowKey = keys.rowKey;
    this.timestamp = timestamp;
    this.properties = properties;
    this.timestampText = timestampText;
    this.etag = `W/"datetime'${this.timestampText.replaceAll(":", "%3A")}'"`;
    this.minimalText = write(this);
  }
}
