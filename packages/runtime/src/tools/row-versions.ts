import type { EntityId } from "../schema/entity-schema.js";

/** Maximum number of versions to remember. It limits the memory to 32 MiB. */
const maxVersions = 2_000_000;

/** Number of slots at first. It is a power of two, so that a bit mask gives the slot of a hash. */
const firstSlots = 1024;

/**
 * Set of versions of rows, each known by its keys and its ETag. It stores only a hash of 64 bits for each, in a table with free slots. So a
 * version that was never added may seem to be in the set, with a probability of about 2⁻⁴⁰. Once the set is full, it stays as it is.
 */
export class RowVersions {
  /** Two halves of a hash for each slot; both are 0 in a free slot. */
  #slots = new Uint32Array(2 * firstSlots);
  #count = 0;

  /** @param etag ETag of the version; if undefined, nothing is added, because it is not known which version it is */
  add(id: EntityId, etag: string | undefined): void {
    if (etag === undefined || this.#count >= maxVersions) return;
    if (this.#count * 4 >= this.#slots.length) this.#grow();
    const [high, low] = hash(id, etag);
    if (insert(this.#slots, high, low)) this.#count++;
  }

  has(id: EntityId, etag: string | undefined): boolean {
    if (etag === undefined) return false;
    const [high, low] = hash(id, etag);
    return find(this.#slots, high, low).isFound;
  }

  #grow(): void {
    const former = this.#slots;
    this.#slots = new Uint32Array(2 * former.length);
    for (let at = 0; at < former.length; at += 2) {
      const [high, low] = [former[at] as number, former[at + 1] as number];
      if (high !== 0 || low !== 0) insert(this.#slots, high, low);
    }
  }
}

/** Stores a hash. Returns false if it is stored already. */
function insert(slots: Uint32Array, high: number, low: number): boolean {
  const { at, isFound } = find(slots, high, low);
  slots[at] = high;
  slots[at + 1] = low;
  return !isFound;
}

/** Finds the slot of a hash, or the free slot where it would be stored. */
function find(slots: Uint32Array, high: number, low: number): { readonly at: number; readonly isFound: boolean } {
  const last = slots.length / 2 - 1;
  for (let slot = high & last; ; slot = (slot + 1) & last) {
    const at = 2 * slot;
    if (slots[at] === high && slots[at + 1] === low) return { at, isFound: true };
    if (slots[at] === 0 && slots[at + 1] === 0) return { at, isFound: false };
  }
}

/** Returns both halves of a hash of the keys and the ETag, which are never 0 together. */
function hash({ partitionKey, rowKey }: EntityId, etag: string): readonly [high: number, low: number] {
  let [high, low] = [0x811c9dc5, 0x9747b28c];
  // No key contains a line feed.
  const text = `${partitionKey}\n${rowKey}\n${etag}`;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 15;
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b);
  return [(high ^ (high >>> 13)) >>> 0, (low | 1) >>> 0];
}
