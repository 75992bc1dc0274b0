import { expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { temporaryProject } from "../../test/temporary-project.js";
import { verifyJson } from "../../test/verified-rows.js";

const server = commandServer();

const definitions = `import { edm, entity } from "tablewright";
export const Booking = entity({
  table: "Bookings",
  separator: "_",
  properties: { resource: edm.string({ keyOnly: true, maxLength: 40 }), start: edm.dateTime({ keyOnly: true }), slot: edm.string({ maxLength: 40 }) },
  partitionKey: (k) => ["res", k.resource.raw],
  rowKey: (k) => [k.start.format("yyyy-MM-dd'T'HH:mm"), k.slot.raw],
});
export const Meta = entity({
  table: "Diaries", kind: "meta", kindProperty: false,
  properties: { owner: edm.string({ keyOnly: true, maxLength: 40 }), title: edm.string() },
  partitionKey: (k) => [k.owner.raw],
  rowKey: () => ["meta"],
});
export const Day = entity({
  table: "Diaries", kind: "day", kindProperty: false,
  properties: { owner: edm.string({ keyOnly: true, maxLength: 40 }), day: edm.dateTime({ keyOnly: true }), text: edm.string() },
  partitionKey: (k) => [k.owner.raw],
  rowKey: (k) => [k.day.format("yyyy-MM-dd")],
});
`;

it("verify names the position at which a key breaks its template, and kinds by the shape of their keys", async () => {
  const booking = (RowKey: string, slot = "c1") => ({ PartitionKey: "res_a_b", RowKey, slot });
  server.service.seed({
    Bookings: [
      booking("2026-11-22T10:00_c1"),
      booking("2026-11-22T11:00_c_2", "c_2"),
      booking("2026-02-30T10:00_c1"),
      booking("lunch_c1"),
      booking("2026-11-22T12:00_c2"),
    ],
    Diaries: [
      { PartitionKey: "ann", RowKey: "meta", title: "Mine" },
      { PartitionKey: "ann", RowKey: "2026-11-22", text: "rain" },
      { PartitionKey: "ann", RowKey: "2026-11", text: "month" },
    ],
  });
  const { root } = temporaryProject({ "tables/rows.table.ts": definitions });
  const { rows, findings } = await verifyJson(root);
  expect(rows).toBe(8);
  expect(findings.map(({ code, examples }) => [code, examples.map(({ rowKey }) => rowKey)])).toEqual([
    ["key.malformed", ["2026-02-30T10:00_c1", "lunch_c1"]],
    ["decode.key-mismatch", ["2026-11-22T12:00_c2"]],
    ["entity.wrong-kind", ["2026-11"]],
  ]);
});
