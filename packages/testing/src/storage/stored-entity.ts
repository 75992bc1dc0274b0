import type { EdmValue } from "../edm/edm-value.js";
import type { EntityKeys } from "../rules/check-names.js";

/** An entity as stored. It never changes: a write stores a new one. */
export class StoredEntity {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Ticks of its creation: other than the Timestamp, an update keeps it. */
  readonly created: bigint;
  /** When it was last written, in ticks and as responses show it. */
  readonly timestamp: bigint;
  readonly timestampText: string;
  /** All but PartitionKey, RowKey and Timestamp, in the order in which a response lists them. */
  readonly properties: ReadonlyMap<string, EdmValue>;
  readonly etag: string;
  /** Its JSON at minimal metadata, the level of nearly every request. */
  readonly minimalText: string;

  /** @param write gives the JSON, once everything else is set */
  constructor(
    keys: EntityKeys,
    timestamp: bigint,
    timestampText: string,
    created: bigint,
    properties: ReadonlyMap<string, EdmValue>,
    write: (entity: StoredEntity) => string,
  ) {
    this.partitionKey = keys.partitionKey;
    this.rowKey = keys.rowKey;
    this.created = created;
    this.timestamp = timestamp;
    this.properties = properties;
    this.timestampText = timestampText;
    this.etag = `W/"datetime'${this.timestampText.replaceAll(":", "%3A")}'"`;
    this.minimalText = write(this);
  }
}
