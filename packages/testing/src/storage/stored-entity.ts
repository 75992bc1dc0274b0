import { parseDateTime } from "../edm/date-time.js";
import type { EntityKeys } from "../rules/check-names.js";

/** Where the text of an entity begins: its ETag, up to the time. */
const start = `{"odata.etag":"W/\\"datetime'`;

/**
 * An entity as stored. It never changes: a write stores a new one. Besides its keys it is one flat string, so that many take little
 * memory and a page only has to copy them.
 */
export class StoredEntity {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Its JSON at minimal metadata, the level of nearly every request. It holds every type and value. */
  readonly minimalText: string;
  #timestamp: bigint | undefined;
  readonly #created: bigint | undefined;

  /**
   * @param minimalText beginning with the ETag
   * @param timestamp ticks; read from the text when needed if they are not given
   * @param created ticks of its creation, if those are others
   */
  constructor({ partitionKey, rowKey }: EntityKeys, minimalText: string, timestamp?: bigint, created?: bigint) {
    this.partitionKey = partitionKey;
    this.rowKey = rowKey;
    this.minimalText = minimalText;
    this.#timestamp = timestamp;
    this.#created = created;
  }

  /** The text of an entity begins with this. */
  static etagJson(timestampText: string): string {
    return `${start.slice(1)}${timestampText.replaceAll(":", "%3A")}'\\""`;
  }

  get etag(): string {
    return `W/"datetime'${this.#time()}'"`;
  }

  /** When it was last written, as responses show it. */
  get timestampText(): string {
    return this.#time().replaceAll("%3A", ":");
  }

  /** When it was last written, in ticks. */
  get timestamp(): bigint {
    this.#timestamp ??= parseDateTime(this.timestampText) ?? 0n;
    return this.#timestamp;
  }

  /** Ticks of its creation: other than the Timestamp, an update keeps it. */
  get created(): bigint {
    return this.#created ?? this.timestamp;
  }

  #time(): string {
    return this.minimalText.slice(start.length, this.minimalText.indexOf("'", start.length));
  }
}
