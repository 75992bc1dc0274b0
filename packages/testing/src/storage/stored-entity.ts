import { parseDateTime } from "../edm/date-time.js";
import type { EntityKeys } from "../rules/check-names.js";

/** Beginning of a stored entity's JSON: the ETag, up to the time that it contains. */
const start = `{"odata.etag":"W/\\"datetime'`;

/** Time and JSON member of the ETag that was written last. They are cached because the entities of a transaction share them. */
let latestTime = "";
let latestEtag = "";

/**
 * A stored entity. It never changes: a write stores a new one. Apart from its keys it is one flat string, which needs little memory and
 * is cheap to copy to a page.
 */
export class StoredEntity {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** JSON of the entity at minimal metadata, the level of nearly every request. It contains the type and the value of every property. */
  readonly minimalText: string;
  #timestamp: bigint | undefined;
  readonly #created: bigint | undefined;

  /**
   * @param minimalText the entity as JSON at minimal metadata, with `odata.etag` first
   * @param timestamp the Timestamp in ticks; by default it is read from the text when needed
   * @param created the time of the creation in ticks, if it differs from the Timestamp
   */
  constructor({ partitionKey, rowKey }: EntityKeys, minimalText: string, timestamp?: bigint, created?: bigint) {
    this.partitionKey = partitionKey;
    this.rowKey = rowKey;
    this.minimalText = minimalText;
    this.#timestamp = timestamp;
    this.#created = created;
  }

  /** Returns the ETag member that comes first in the JSON of an entity, for the time at which the entity is written. */
  static etagJson(timestampText: string): string {
    if (timestampText !== latestTime) {
      latestTime = timestampText;
      latestEtag = `${start.slice(1)}${timestampText.replaceAll(":", "%3A")}'\\""`;
    }
    return latestEtag;
  }

  get etag(): string {
    return `W/"datetime'${this.#time()}'"`;
  }

  /** Time of the last write, as responses show it. */
  get timestampText(): string {
    return this.#time().replaceAll("%3A", ":");
  }

  /** Time of the last write, in ticks. */
  get timestamp(): bigint {
    this.#timestamp ??= parseDateTime(this.timestampText) ?? 0n;
    return this.#timestamp;
  }

  /** Time of the creation, in ticks. Unlike the Timestamp, it survives an update. */
  get created(): bigint {
    return this.#created ?? this.timestamp;
  }

  #time(): string {
    return this.minimalText.slice(start.length, this.minimalText.indexOf("'", start.length));
  }
}
