import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  absent,
  baseOf,
  clientOf,
  type Facts,
  holdsBase,
  holdsClient,
  holdsMarker,
  isFull,
  isNewest,
  newMarker,
  noFacts,
  readFacts,
  writeFacts,
} from "./facts.js";

const etags = fc.integer({ min: 0, max: 50 }).map((version) => `W/"datetime'${version}'"`);
const clients = fc.constantFrom(...Array.from({ length: 4 }, () => clientOf(newMarker())));
/** Writes of one row, in their order. */
const history = fc.array(fc.record({ client: clients, etag: etags }), { maxLength: 40 });
const sizes = fc.integer({ min: 1, max: 12 });

function after(
  writes: readonly { readonly client: string; readonly etag: string }[],
  facts: number,
  exclusive: boolean,
) {
  const schema = { property: "_w", facts, ...(exclusive && { exclusive: true as const }) };
  let stored = noFacts;
  const calls = writes.map(({ client, etag }) => {
    const marker = newMarker(client);
    stored = readFacts(writeFacts(marker, baseOf(etag), stored, schema));
    return { marker, etag };
  });
  return { stored, calls, schema };
}

const bytesOf = (facts: Facts) => Buffer.from(facts, "base64");

describe("facts", () => {
  it("are those of the last writes, newest first, 15 bytes each", () => {
    fc.assert(
      fc.property(history, sizes, (writes, size) => {
        const { stored, calls, schema } = after(writes, size, false);
        const known = calls.toReversed().slice(0, size);
        expect(bytesOf(stored)).toHaveLength(15 * known.length);
        expect(isFull(stored, schema)).toBe(calls.length >= size);
        for (const { marker, etag } of known) {
          expect(holdsMarker(stored, marker)).toBe(true);
          expect(holdsBase(stored, baseOf(etag))).toBe(true);
        }
        for (const { marker } of calls.toReversed().slice(size)) expect(holdsMarker(stored, marker)).toBe(false);
        const [newest] = known;
        if (newest !== undefined) expect(isNewest(stored, newest.marker)).toBe(true);
      }),
    );
  });

  it("are those of each client's last write, where the clients are alone", () => {
    fc.assert(
      fc.property(history, (writes) => {
        const { stored, calls } = after(writes, 4, true);
        const last = new Map(calls.map(({ marker }) => [clientOf(marker), marker]));
        expect(bytesOf(stored)).toHaveLength(15 * last.size);
        for (const marker of last.values()) {
          expect(holdsMarker(stored, marker)).toBe(true);
          expect(holdsClient(stored, newMarker(clientOf(marker)))).toBe(true);
        }
      }),
    );
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a number", 5],
    ["bytes of another length", Buffer.alloc(16).toString("base64")],
    ["bytes of another length, but as many characters", Buffer.alloc(14).toString("base64")],
  ])("are none where the property holds %s", (_, stored) => {
    expect(readFacts(stored)).toHaveLength(0);
  });

  it("hold neither a marker in place of a base nor one across two facts", () => {
    const [marker, other] = [newMarker(), newMarker()];
    const [base, otherBase] = [marker.slice(0, 8), other.slice(0, 8)];
    const schema = { property: "_w", facts: 4 };
    const older = writeFacts(marker, otherBase, noFacts, schema);
    const stored: Facts = readFacts(writeFacts(other, base, older, schema));
    expect(holdsMarker(stored, base + marker.slice(0, 4))).toBe(false);
    expect(holdsMarker(older, otherBase)).toBe(false);
    expect(holdsBase(stored, base)).toBe(true);
    expect(holdsBase(stored, other.slice(4))).toBe(false);
    expect(holdsBase(stored, absent)).toBe(false);
  });
});
