import type { EntityAddress } from "../odata/entity-address.js";

/** Version of a row: its ETag, and the facts about its last writes as they are stored, in base64. */
export interface RowVersion {
  readonly etag: string;
  readonly facts: string | undefined;
}

/** Number of rows of one generation. The current and the former generation are remembered. */
const generationRows = 500;

/** Last known versions of rows whose writes leave markers, so that many writes need no read. */
export class RowVersions {
  #versions = new Map<string, RowVersion>();
  #former = new Map<string, RowVersion>();

  /** @param facts stored facts; anything but text counts as none */
  note(address: EntityAddress, etag: string, facts: unknown): void {
    if (this.#versions.size >= generationRows) {
      this.#former = this.#versions;
      this.#versions = new Map();
    }
    this.#versions.set(keyOf(address), { etag, facts: typeof facts === "string" ? facts : undefined });
  }

  find(address: EntityAddress): RowVersion | undefined {
    const row = keyOf(address);
    return this.#versions.get(row) ?? this.#former.get(row);
  }

  forget(address: EntityAddress): void {
    const row = keyOf(address);
    this.#versions.delete(row);
    this.#former.delete(row);
  }
}

/** Joins the address by a character that no key can contain. */
function keyOf({ table, partitionKey, rowKey }: EntityAddress): string {
  return `${table}\n${partitionKey}\n${rowKey}`;
}
