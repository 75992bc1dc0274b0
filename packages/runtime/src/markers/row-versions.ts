import type { Connection } from "../connection/connection.js";
import type { RecentWrites } from "../connection/recent-writes.js";
import type { EntityAddress } from "../odata/entity-address.js";
import type { RowWrite, WriteResult } from "../write/planned-write.js";
import { MarkedWrite } from "./marked-write.js";
import { replacedETag } from "./row-evidence.js";

/** Version of a row: its ETag, and its facts (records of its last writes) as they are stored, in base64. */
export interface RowVersion {
  readonly etag: string;
  readonly facts: string | undefined;
}

/**
 * Number of slots in the table of versions, a power of two. Each slot contains one row: the last one noted whose keys have the slot's hash.
 */
const slots = 512;

/** Number of characters at the end of each key that its hash depends on. */
const hashedLength = 16;

/**
 * Last known versions of rows with markers. A write of such a row needs no read first. The table has a fixed size: with a map, every write
 * would build a text of both keys and cause garbage collection.
 */
export class RowVersions {
  #rows: (KnownRow | undefined)[] | undefined;

  /** Remembers the version of a row. @param facts records of its last writes, as the row stores them; anything but text counts as none */
  note(address: EntityAddress, etag: string, facts: unknown): void {
    this.#rows ??= Array.from({ length: slots }, () => undefined);
    this.#rows[slotOf(address)] = new KnownRow(address, etag, typeof facts === "string" ? facts : undefined);
  }

  find(address: EntityAddress): RowVersion | undefined {
    const known = this.#rows?.[slotOf(address)];
    return known?.isOf(address) === true ? known : undefined;
  }

  forget(address: EntityAddress): void {
    if (this.#rows !== undefined && this.find(address) !== undefined) this.#rows[slotOf(address)] = undefined;
  }
}

class KnownRow implements RowVersion {
  readonly #table: string;
  readonly #partitionKey: string;
  readonly #rowKey: string;
  readonly etag: string;
  readonly facts: string | undefined;

  constructor({ table, partitionKey, rowKey }: EntityAddress, etag: string, facts: string | undefined) {
    this.#table = table;
    this.#partitionKey = partitionKey;
    this.#rowKey = rowKey;
    this.etag = etag;
    this.facts = facts;
  }

  isOf({ table, partitionKey, rowKey }: EntityAddress): boolean {
    return this.#rowKey === rowKey && this.#partitionKey === partitionKey && this.#table === table;
  }
}

function slotOf({ partitionKey, rowKey }: EntityAddress): number {
  const hash = hashText(rowKey, hashText(partitionKey, 0));
  return (hash ^ (hash >>> 15)) & (slots - 1);
}

/** Hashes the end of a key, where the keys of an entity's rows differ most. @param seed hash to continue from */
function hashText(text: string, seed: number): number {
  let hash = seed;
  for (let index = Math.max(0, text.length - hashedLength); index < text.length; index++)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}

const versions = new WeakMap<RecentWrites, RowVersions>();

/** Returns the row versions that a client knows. The client and its views (`withTables`) share them. */
export function rowVersionsOf({ recentWrites }: Pick<Connection, "recentWrites">): RowVersions {
  let known = versions.get(recentWrites);
  if (known === undefined) {
    known = new RowVersions();
    versions.set(recentWrites, known);
  }
  return known;
}

/**
 * Remembers the version that a write created. Forgets the row if it was deleted, or if another write has already replaced that version.
 * @param result new ETag of the row, if it is known
 */
export function noteVersion(connection: Connection, write: RowWrite, result: WriteResult | undefined): void {
  if (!(write instanceof MarkedWrite)) return;
  const versions = rowVersionsOf(connection);
  if (typeof result === "string" && result !== replacedETag) versions.note(write, result, write.facts);
  else versions.forget(write);
}
