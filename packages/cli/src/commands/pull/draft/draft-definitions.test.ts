import * as generator from "@tablewright/generator";
import { type EdmValue, edm, type Guid } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { shardOf } from "../keys/find-shards.js";
import type { SampledRow } from "../sample/columns.js";
import { draftDefinitions } from "./draft-definitions.js";

function draft(table: string, rows: readonly SampledRow[], taken: readonly string[] = []) {
  const place = { file: "tables/a.table.ts", others: [], taken, host: generator.createSourceHost({}) };
  return draftDefinitions(generator, table, rows, place);
}

function row(partitionKey: string, rowKey: string, properties: Readonly<Record<string, EdmValue>>): SampledRow {
  return { partitionKey, rowKey, properties };
}

const kind = (name: string) => ({ kind: edm.string(name) });
const names = ({ entities }: ReturnType<typeof draft>) => entities.map(({ source }) => source.name);

describe("a draft that is not accepted gives way to a simpler one", () => {
  it("one entity, where kinds have nothing in their keys to tell them apart", () => {
    const { entities, text } = draft("Shop", [
      row("7", "1-x", { ...kind("order"), id: edm.string("1-x") }),
      row("8", "2-y", { ...kind("line"), sku: edm.string("s"), amount: edm.int32(1) }),
    ]);
    expect(entities).toHaveLength(1);
    expect(text).toContain("kind: edm.string(),");
    expect(text).toContain("sku: edm.string().optional(), // in 1 of 2 rows");
  });

  it("other names, where a class cannot have them or another entity has them", () => {
    const rows = [row("p", "date!1", { ...kind("date"), a: edm.int32(1) }), row("p", "user!1", kind("user"))];
    expect(names(draft("Shop", rows, ["User"]))).toEqual(["ShopDate", "ShopUser"]);
    const derived = [row("p", "user!1", kind("user")), row("p", "userKey!1", { ...kind("userKey"), a: edm.int32(1) })];
    expect(names(draft("Shop", derived))).toEqual(["ShopUserRow", "ShopUserKeyRow"]);
  });

  it("none, where the table cannot be declared", () => {
    const metrics = () => draft("$MetricsCapacityBlob", [row("20260101T0000", "data", { Capacity: edm.int64(5n) })]);
    expect(metrics).toThrow(expect.objectContaining({ code: "pull.no-definition" }));
    expect(metrics).toThrow(/^Cannot draft a definition of \$MetricsCapacityBlob\. table\.invalid-name: /);
  });
});

describe("another property that the key may be made of is named where it", () => {
  const rowsOf = (make: (id: string, index: number) => Readonly<Record<string, EdmValue>>) =>
    Array.from({ length: 12 }, (_, index) => row("user", `u${index}`, make(`u${index}`, index)));

  it("is equal in all rows", () => {
    const { text, entities } = draft(
      "Users",
      rowsOf((id) => ({ id: edm.string(id), login: edm.string(id), name: edm.string("x") })),
    );
    const doubt = "login gives the same key in all rows: the key may contain it instead";
    expect(text).toContain(`id: edm.string({ maxLength: 128 }), // ${doubt}; its key part may also be .raw`);
    expect(text).toContain("login: edm.string(),\n");
    expect(entities[0]?.properties[0]).toMatchObject({ name: "id", doubts: [doubt, "its key part may also be .raw"] });
  });

  it("has one value in all rows", () => {
    const rows = Array.from({ length: 12 }, (_, n) => row("north", `k${n}`, { region: edm.string("north") }));
    const { text } = draft("Sites", rows);
    expect(text).toContain("partitionKey: (k) => [k.region]");
    expect(text).toContain(
      "its key part has the same text in all rows: the key may contain a constant or another value instead",
    );
  });

  it("is a property that equals the number of the key by chance, and is no part of it", () => {
    const dueBy = edm.dateTime(new Date("2026-12-01T00:00:00Z"));
    const rows = Array.from({ length: 30 }, (_, n) => row(`app${n}`, "invoice!000001", { DueBy: dueBy }));
    const { text } = draft("AppOrders", rows);
    expect(text).toContain('rowKey: (k) => ["invoice", k.invoice.raw]');
    expect(text).toMatch(/DueBy: edm\.dateTime\(\),\n/);
  });

  it("is one of several, or holds a guid as text", () => {
    const guid = (index: number) => `0f8fad5b-d9cb-469f-a165-7086772895${10 + index}` as Guid;
    const rows = Array.from({ length: 12 }, (_, index) =>
      row("p", guid(index), {
        id: edm.guid(guid(index)),
        text: edm.string(guid(index)),
        copy: edm.guid(guid(index)),
      }),
    );
    expect(draft("Users", rows).text).toContain(
      "// text, copy give the same key in all rows: the key may contain one of them instead",
    );
  });

  it("makes the same derived part, or the same shards", () => {
    const day = (hour: number) => edm.dateTime(new Date(Date.UTC(2026, 0, 5, hour)));
    const events = Array.from({ length: 12 }, (_, index) =>
      row("2026-01-05", `e${index}`, { id: edm.string(`e${index}`), at: day(index), changed: day(index + 1) }),
    );
    expect(draft("Events", events).text).toContain(
      "// changed.day gives the same key in all rows: the key may contain it instead",
    );
    const visits = Array.from({ length: 40 }, (_, index) => {
      const page = `page${index}`;
      return row(shardOf(page, 8), `v${index}`, { page: edm.string(page), path: edm.string(page) });
    });
    expect(draft("Visits", visits).text).toContain(
      "// path gives the same key in all rows: the key may contain it instead",
    );
  });

  it("makes the same in every row, not in all but one", () => {
    const { text } = draft(
      "Users",
      rowsOf((id, index) => ({ id: edm.string(id), login: edm.string(index === 7 ? "other" : id) })),
    );
    expect(text).not.toContain("is equal");
  });
});

describe("parts that no property of a kind holds are named after", () => {
  it("the property that holds them in another kind of the table", () => {
    const rows = Array.from({ length: 20 }, (_, index) => [
      row(`C${index}`, "profile", { name: edm.string("n"), vip: edm.boolean(true) }),
      row(`C${index}`, `order-${index}x`, { customerId: edm.string(`C${index}`), no: edm.string(`${index}x`) }),
    ]);
    const { text } = draft("Shop", rows.flat());
    expect(text.match(/partitionKey: .*/g)).toEqual([
      "partitionKey: (k) => [k.customerId.raw],",
      "partitionKey: (k) => [k.customerId],",
    ]);
    expect(text).toContain("customerId: edm.string({ keyOnly: true, ");
  });

  it("the word before them", () => {
    const rows = Array.from({ length: 20 }, (_, index) => row(`room_${index}r`, "x", { n: edm.int32(5) }));
    expect(draft("Rooms", rows).text).toContain('partitionKey: (k) => ["room", k.room.raw],');
  });
});

describe("what rows cannot show is said beside a part:", () => {
  it("numbers of one width that may be padded", () => {
    const rows = Array.from({ length: 20 }, (_, index) => row("p", `${100 + index}`, { no: edm.int32(100 + index) }));
    expect(draft("Numbers", rows).text).toContain(
      "no: edm.int32(), // has 3 digits in all rows: its key part may also be .pad(3)",
    );
  });

  it("digits that look like times", () => {
    const rows = Array.from({ length: 20 }, (_, index) => row("p", `${1_770_000_000_000 + index * 61_003}`, {}));
    expect(draft("Times", rows).text).toContain("row: edm.dateTime({ keyOnly: true }), // its digits look like a time");
  });
});

it("a kind whose keys cannot be taken apart leaves those of other kinds as they are", () => {
  const rows = Array.from({ length: 20 }, (_, index) => [
    row("p", `line-${index % 2 === 0 ? "a" : "a-b"}${index}`, { text: edm.string("x"), size: edm.int32(3) }),
    row("p", `order-${String(index).padStart(6, "0")}`, { no: edm.int32(index), total: edm.double(1.5) }),
  ]);
  const { text } = draft("Shop", rows.flat());
  expect(text.match(/rowKey: .*/g)).toEqual([
    'rowKey: (k) => ["line", k.line.raw],',
    'rowKey: (k) => ["order", k.no.pad(6)],',
  ]);
});

it("columns that are named after data are left out and kept", () => {
  const rows = Array.from({ length: 20 }, (_, index) =>
    row("p", `u${index}`, { [`s${index}`]: edm.string(""), name: edm.string("x") }),
  );
  const { text } = draft("Sessions", rows);
  expect(text).toContain('unknownProperties: "keep",');
  expect(text).toContain(
    "// 20 properties that few rows have are not declared: s0, s1, s2, s3, s4, …. They are kept under $extra.",
  );
  expect(text).not.toContain("s7");
});

describe("a draft from a majority", () => {
  const rows = (odd: (index: number) => SampledRow | undefined) =>
    Array.from({ length: 1000 }, (_, index) => {
      const id = String(index).padStart(6, "0");
      return odd(index) ?? row("p", `ord-${id}`, { id: edm.string(id), total: edm.double(index + 0.5) });
    });

  it("keeps the keys and the type of a property where one row of 1,000 is odd, and names that row", () => {
    const { text } = draft(
      "Shop",
      rows((index) => {
        if (index === 7) return row("p", "legacy7", { id: edm.string("7"), total: edm.double(1) });
        if (index === 8) return row("p", "ord-000008", { id: edm.string("000008"), total: edm.string("none") });
        return undefined;
      }),
    );
    expect(text).toContain('rowKey: (k) => ["ord", k.id');
    expect(text).toContain("total: edm.double()");
    expect(text).toContain(
      'Matches 998 of 1000 rows; the others: ("p", "legacy7"): its keys have another shape; ("p", "ord-000008"): total is stored as Edm.String, not as Edm.Double.',
    );
  });

  it("counts what another type reads as usual", () => {
    const { text } = draft(
      "Shop",
      rows((index) => {
        const total = index === 8 ? edm.string("none") : index % 2 === 0 ? edm.int32(index) : edm.double(index + 0.5);
        const id = String(index).padStart(6, "0");
        return row("p", `ord-${id}`, { id: edm.string(id), total });
      }),
    );
    expect(text).toContain('total: edm.double({ reads: ["Edm.Int32"] })');
    expect(text).toContain(
      'Matches 999 of 1000 rows; the other: ("p", "ord-000008"): total is stored as Edm.String, not as Edm.Double.',
    );
  });

  it("is none where more rows differ than two of a hundred", () => {
    const { text } = draft(
      "Shop",
      rows((index) =>
        index % 25 === 0 ? row("p", `legacy${index}`, { id: edm.string("7"), total: edm.double(1) }) : undefined,
      ),
    );
    expect(text).not.toContain("Holds for");
  });

  it("makes no literal of what only the sample has in common within a date", () => {
    const dated = Array.from({ length: 28 }, (_, index) => {
      const date = `2024-03-${String(index + 1).padStart(2, "0")}`;
      return row("ann", date, { mood: edm.int32(index % 5) });
    });
    expect(draft("Moods", dated).text).not.toMatch(/"2024"|"03"|"2024-03"/);
  });

  it("says which stored type a write replaces", () => {
    const mixed = [edm.int32(5), edm.double(5.5)].map((total, index) => row("p", `r${index}`, { total }));
    expect(draft("Shop", mixed).text).toContain("a write stores Edm.Double");
  });
});
