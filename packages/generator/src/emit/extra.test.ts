import { expect, it } from "vitest";
import { decodeEntity } from "../../../runtime/src/codec/decode-entity.js";
import { compileProjection } from "../../../runtime/src/codec/decode-projection.js";
import { edm } from "../../../runtime/src/codec/edm/edm-value.js";
import { encodeEntity } from "../../../runtime/src/codec/encode-entity.js";
import { encodeMerge } from "../../../runtime/src/codec/encode-merge.js";
import { parsePayload } from "../../../runtime/src/codec/payload.js";
import { rewritePayload } from "../../../runtime/src/codec/rewrite-payload.js";
import type { EntityPayload } from "../../../runtime/src/schema/entity-schema.js";
import { limits } from "../../../runtime/src/schema/limits.js";
import { Visit } from "./golden/key-only/expected/index.js";
import { Legacy } from "./golden/stored-names/expected/index.js";
import { Document } from "./golden/unknown-properties/expected/index.js";

it("keeps undeclared properties under $extra and writes them again, with their types", () => {
  const text =
    '{"odata.etag":"W/\\"1\\"","PartitionKey":"f","RowKey":"n","Timestamp":"2026-01-02T03:04:05Z","kind":"document",' +
    '"folder":"f","name":"n","size@odata.type":"Edm.Int64","size":"5","old@odata.type":"Edm.Int64","old":"9","ratio":5.0,"n":7}';
  const row = decodeEntity(Document.$schema, parsePayload(text) as EntityPayload, true);
  expect(row.$extra).toEqual({
    old: { type: "Edm.Int64", value: 9n },
    ratio: { type: "Edm.Double", value: 5 },
    n: { type: "Edm.Int32", value: 7 },
  });
  const { body } = encodeEntity(Document.$schema, new Document({ ...row, size: 6 }), 0, limits.storage);
  expect(body).toContain('"old@odata.type":"Edm.Int64","old":"9"');
  expect(body).toContain('"ratio":5.0');
  expect(body).toContain('"n":7');
  expect(JSON.parse(JSON.stringify(row))).not.toHaveProperty("$extra");
});

it.each<[string, unknown]>([
  ["text", "owner"],
  ["an array", [edm.int32(5)]],
  ["a promise", Promise.resolve({})],
])("refuses $extra that is %s", (_, $extra) => {
  const encode = () => encodeMerge(Document.$schema, { folder: "f", name: "n" }, { $extra } as object, limits.storage);
  expect(encode).toThrow(expect.objectContaining({ code: "value.wrong-type", entity: "Document" }));
});

it("takes null for $extra, as for any value, to be absent", () => {
  const encode = (more: object) =>
    encodeMerge(Document.$schema, { folder: "f", name: "n" }, { $extra: null, ...more } as object, limits.storage);
  expect(() => encode({})).toThrow(expect.objectContaining({ code: "write.nothing" }));
  expect(encode({ size: 5 }).body).not.toContain("extra");
});

it("takes $extra in merges, in modify and in projections", () => {
  const $extra = { old: edm.int64(5n) };
  const merge = encodeMerge(Document.$schema, { folder: "f", name: "n" }, { $extra }, limits.storage);
  expect(merge.body).toBe('{"PartitionKey":"f","RowKey":"n","old@odata.type":"Edm.Int64","old":"5"}');
  const declared = { $extra: { size: edm.int32(1) } };
  expect(() => encodeMerge(Document.$schema, { folder: "f", name: "n" }, declared, limits.storage)).toThrow(
    expect.objectContaining({ code: "property.reserved-name" }),
  );
  const text =
    '{"odata.etag":"W/\\"1\\"","PartitionKey":"f","RowKey":"n","Timestamp":"2026-01-02T03:04:05Z","kind":"document",' +
    '"folder":"f","name":"n","size@odata.type":"Edm.Int64","size":"5","old@odata.type":"Edm.Int64","old":"9","ratio":5.0}';
  const row = parsePayload(text) as EntityPayload;
  const key = { folder: "f", name: "n" };
  const changes = { set: { $extra }, unset: ["$extra.ratio"] } as const;
  const { body } = rewritePayload(Document.$schema, row, key, changes, limits.storage);
  expect(JSON.parse(body)).toMatchObject({ size: "5", old: "5" });
  expect(body).not.toContain("ratio");
  const unsetDeclared = { unset: ["$extra.size"] } as const;
  expect(() => rewritePayload(Document.$schema, row, key, unsetDeclared, limits.storage)).toThrow(
    expect.objectContaining({ code: "property.reserved-name" }),
  );
  for (const [unset, code] of [
    ["$extra.RowKey", "property.reserved-name"],
    ["$extra.", "property.invalid-name"],
    ["$extra.a b", "property.invalid-name"],
  ] as const) {
    expect(() => rewritePayload(Document.$schema, row, key, { unset: [unset] }, limits.storage), unset).toThrow(
      expect.objectContaining({ code }),
    );
  }
  const projection = compileProjection(Document.$schema, ["size", "$extra"]);
  expect(projection.select).toBeUndefined();
  expect(projection.decode(row, true)).toMatchObject({ size: 5, $extra: { old: edm.int64(9n), ratio: edm.double(5) } });
  expect(() => compileProjection(Visit.$schema, ["$extra"])).toThrow(
    expect.objectContaining({ code: "query.unknown-property" }),
  );
});

it("stores and reads names that every object inherits, and misses them where they are absent", () => {
  const init = {
    id: "i",
    total: 1,
    Total: 2,
    maker: "m",
    proto: 3n,
    kind: "k",
    etag: "e",
    timestamp: new Date(0),
    größe: 1,
  };
  const rest = { class: "c", static: 1, readonly: true, value: 2 };
  const { body } = encodeEntity(Legacy.$schema, { ...init, ...rest }, 0, limits.storage);
  expect(body).toContain('"constructor":"m","__proto__@odata.type":"Edm.Int64","__proto__":"3"');
  expect(body).not.toContain('"toString"');
  const stored = { "odata.etag": 'W/"1"', Timestamp: "2026-01-02T03:04:05Z" };
  const payload: EntityPayload = Object.assign(JSON.parse(body), stored);
  const row = decodeEntity(Legacy.$schema, payload, true);
  expect([row.maker, row.proto, row.text, row.own]).toEqual(["m", 3n, undefined, undefined]);
  const without: EntityPayload = Object.assign(JSON.parse(body.replace('"constructor":"m",', "")), stored);
  expect(() => decodeEntity(Legacy.$schema, without, true)).toThrow(
    expect.objectContaining({ code: "decode.missing" }),
  );
});

it("keeps what is keyOnly out of the row", () => {
  const init = { page: "a/b", at: new Date(5), visitor: "0f8fad5b-d9cb-469f-a165-70867728950e", seconds: 1 } as const;
  const { body, partitionKey } = encodeEntity(Visit.$schema, init, 0, limits.storage);
  expect(partitionKey).toBe("a~2fb");
  expect(body).not.toMatch(/"(page|at)"/);
});
