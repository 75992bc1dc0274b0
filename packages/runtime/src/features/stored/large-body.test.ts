import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withDefaults } from "../../codec/edm/edm-type.js";
import { entityBody } from "../../codec/encode-entity.js";
import { limits } from "../../schema/limits.js";
import type { Property } from "../../schema/property.js";
import { law } from "../../test/law.js";
import { createLargeBody } from "./parts.js";
import { binaryParts, stringParts } from "./stored-in-parts.js";

const bytes = binaryParts("bytes", { name: "Größe", parts: 15 });
const text = stringParts("text", { parts: 15 });
const id = { partitionKey: "é", rowKey: "b" };

/** Encodes a row of one property and a note, with its large values apart and as a whole. */
function encode(property: Property, value: unknown, of = limits.storage) {
  const large = createLargeBody();
  const note = ',"note":"n"';
  const apart = property.write(property, value, withDefaults, { ...of, large }) + note;
  const whole = note + property.write(property, value, withDefaults, of);
  return {
    row: () => large.complete(entityBody, "Page", id, apart, of),
    whole: () => entityBody("Page", id, whole, of),
  };
}

describe("the body of a large row", () => {
  it("is the same in bytes and as a text", () => {
    const contents = fc.record({
      size: fc.integer({ min: 132_000, max: 480_000 }),
      end: fc.string({ unit: "binary" }),
    });
    fc.assert(
      fc.property(contents, fc.boolean(), ({ size, end }, isText) => {
        const { row, whole } = isText
          ? encode(text, "x".repeat(size) + end.repeat(500).toWellFormed())
          : encode(bytes, new Uint8Array(2 * size).fill(end.charCodeAt(0)));
        const { body, toBytes } = row();
        expect(Buffer.compare(Buffer.from(toBytes?.() ?? []), Buffer.from(body))).toBe(0);
        // Long texts are compared as a whole, because a report of their difference takes minutes.
        expect(isDeepStrictEqual(JSON.parse(body), JSON.parse(whole().body))).toBe(true);
      }),
      law(400),
    );
  });

  it("has its members in the order of the definition if it is short", () => {
    const { row } = encode(bytes, new Uint8Array(16_000));
    expect(Object.keys(JSON.parse(row().body)).at(-1)).toBe("note");
  });

  it("is only a text if it is short, or if the service reserves names", () => {
    expect(encode(bytes, new Uint8Array(100)).row().toBytes).toBeUndefined();
    const ofCosmos = encode(bytes, new Uint8Array(200_000), limits.cosmos).row();
    expect(ofCosmos.toBytes).toBeUndefined();
    expect(Object.keys(JSON.parse(ofCosmos.body)).filter((name) => !name.includes("@"))).toEqual([
      "PartitionKey",
      "RowKey",
      "note",
      "Größe",
      "Größe_1",
      "Größe_2",
      "Größe_3",
    ]);
    const reserved = encode(binaryParts("id", { parts: 3 }), new Uint8Array(150_000), limits.cosmos);
    expect(reserved.row).toThrow(expect.objectContaining({ code: "property.reserved-name", property: "id" }));
  });

  it("is checked against the size of a row", () => {
    const small = { ...limits.storage, entityBytes: 200_000 };
    expect(encode(bytes, new Uint8Array(199_000), small).row().toBytes).toBeDefined();
    const tooLarge = encode(bytes, new Uint8Array(200_001), small);
    expect(tooLarge.row).toThrow(expect.objectContaining({ code: "entity.too-large" }));
    expect(tooLarge.whole).toThrow(expect.objectContaining({ code: "entity.too-large" }));
    // An escape is one character.
    expect(encode(text, '"'.repeat(99_000), small).row().toBytes).toBeDefined();
    expect(encode(text, '"'.repeat(100_001), small).row).toThrow(expect.objectContaining({ code: "entity.too-large" }));
  });

  it("is bytes from 128 KiB of JSON values on", () => {
    // Four parts, each in quotes.
    expect(encode(text, "x".repeat(131_063)).row().toBytes).toBeUndefined();
    expect(encode(text, "x".repeat(131_064)).row().toBytes).toBeDefined();
  });

  it("is built as a whole if its size may exceed the limit", () => {
    const value = "x".repeat(140_000);
    const { body } = encode(text, value).row();
    const start = body.length - '","text":""}'.length + 1 - value.length - 4 * ',"text_1":""'.length;
    const limit = 2 * start + 2 * value.length;
    const within = (entityBytes: number) => encode(text, value, { ...limits.storage, entityBytes }).row();
    expect([within(limit).toBytes === undefined, within(limit - 1).toBytes === undefined]).toEqual([false, true]);
    expect(JSON.parse(within(limit - 1).body)).toEqual(JSON.parse(body));
  });
});
