import { describe, expect, it } from "vitest";
import { draftFrom, propertiesOf } from "./test/draft-from.js";

const client = 'const visits = new TableClient("", "Visits");\n';

describe("a value that is never absent is required:", () => {
  it("with the constant as default that follows ??, and without one if that is no constant", () => {
    const { text } = draftFrom(`${client}
      interface Visit { id: string; room?: string; open?: boolean; at?: Date; size?: number; note?: string }
      export const add = (visit: Visit) => visits.createEntity({ partitionKey: "p", rowKey: visit.id, room: visit.room ?? "",
        open: visit.open ?? false, at: visit.at ?? new Date(), size: visit.size ?? 1, note: visit.note });`);
    expect(propertiesOf(text)).toEqual([
      'room: edm.string({ default: "" })',
      "open: edm.boolean({ default: false })",
      "at: edm.dateTime()",
      'size: edm.double({ default: 1, reads: ["Edm.Int32"] })',
      "note: edm.string().optional()",
      "id: edm.string({ keyOnly: true })",
    ]);
  });

  it("without a default if another call has another", () => {
    const add = (value: string) => `visits.createEntity({ partitionKey: "p", rowKey: "r", room: room ?? ${value} });`;
    const { text } = draftFrom(`${client}export function add(room?: string) { ${add("'a'")} ${add("'b'")} }`);
    expect(propertiesOf(text)).toEqual(["room: edm.string()"]);
  });

  it("as a string, if the program reads it from a row of unknown properties", () => {
    const { text } = draftFrom(`${client}
      interface Visit { key: string; note: string; kind: "a" | "b" }
      async function load(key: string): Promise<Visit | null> {
        const row = await visits.getEntity("p", key);
        return { key: row["key"] as string, note: (row["note"] as string) ?? "", kind: row["kind"] as Visit["kind"] };
      }
      export async function save(key: string) {
        const old = await load(key);
        const visit: Visit = { key, note: old?.note ?? "", kind: old?.kind ?? "a" };
        await visits.upsertEntity({ partitionKey: "p", rowKey: key, ...visit }, "Replace");
      }`);
    expect(propertiesOf(text)).toEqual([
      "key: edm.string()",
      'note: edm.string({ default: "" })',
      'kind: edm.string({ default: "a" })',
    ]);
    expect(text).not.toContain("object");
  });
});

describe("a text that is JSON", () => {
  it("is the value", () => {
    const { text, problems } = draftFrom(`${client}
      export function add(id: string, rooms: string[], note?: object) {
        visits.createEntity({ partitionKey: "p", rowKey: id, rooms: "[]", plan: JSON.stringify({ id }), note: JSON.stringify(note) });
        visits.upsertEntity({ partitionKey: "p", rowKey: id, rooms: JSON.stringify(rooms), plan: JSON.stringify(note) });
      }`);
    expect(propertiesOf(text)).toEqual([
      "rooms: edm.json()",
      "plan: edm.json()",
      "note: edm.json().optional()",
      "id: edm.string({ keyOnly: true })",
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    ["another call stores another text", "JSON.stringify(plan)", "String(plan)"],
    ["it has line breaks", "JSON.stringify(plan, null, 2)", "JSON.stringify(plan, null, 2)"],
    ["another call stores a text that is none", "JSON.stringify(plan)", '""'],
  ])("is a string where %s", (_, one, other) => {
    const add = (value: string) => `visits.createEntity({ partitionKey: "p", rowKey: "r", plan: ${value} });`;
    const { text } = draftFrom(`${client}export function add(plan: object) { ${add(one)} ${add(other)} }`);
    expect(propertiesOf(text)).toEqual(["plan: edm.string()"]);
  });

  it("is the value, where the program casts rows to a type with the text", () => {
    const { text } = draftFrom(`${client}interface Stored { plan: string; room: string }
      export const get = (id: string) => visits.getEntity<Stored>("p", id);
      export const add = (id: string, plan: object) => visits.createEntity({ partitionKey: "p", rowKey: id, plan: JSON.stringify(plan), room: "r" });`);
    expect(propertiesOf(text)).toEqual(["plan: edm.json()", "room: edm.string()", "id: edm.string({ keyOnly: true })"]);
  });

  it("is a string where the key has it", () => {
    const { text, problems } = draftFrom(`${client}
      export function add(plan: object) { const text = JSON.stringify(plan);
        visits.createEntity({ partitionKey: "p", rowKey: text, text }); }`);
    expect(propertiesOf(text)[0]).toBe("text: edm.string()");
    expect(problems).toEqual([]);
  });
});

it("a property is marked that rows of unknown properties may lack", () => {
  const { text } = draftFrom(`${client}
    export const add = (id: string) => visits.createEntity({ partitionKey: "p", rowKey: id, room: "r" });
    export const copy = (id: string, row: any) => visits.upsertEntity({ partitionKey: "p", rowKey: id, ...row }, "Replace");`);
  expect(text).toContain(
    "room: edm.string().optional(), // uncertain: optional, because the rows of some calls are not known",
  );
});

it("a result of a text's method is a text, whatever has the method", () => {
  const { text } = draftFrom(`${client}declare const body: any;
    visits.createEntity({ partitionKey: "p", rowKey: "r", name: body.name.trim(), tags: body.tags.join(","), size: body.size.max() });`);
  expect(propertiesOf(text)).toEqual(["name: edm.string()", "tags: edm.string()", "size: edm.string()"]);
  expect(text).toContain("size: edm.string(), // uncertain: its type is not known");
  expect(text).toContain("tags: edm.string(), // uncertain: only its TypeScript type says so");
});

it("a row that is read, changed and written back has the properties of both", () => {
  const { text, problems } = draftFrom(`${client}
    async function load(key: string) {
      try { return await visits.getEntity<Record<string, unknown>>("p", key); } catch { return null; }
    }
    export async function close(key: string) {
      const row = await load(key);
      if (!row) return;
      row["closed"] = true;
      await visits.upsertEntity({ ...row, partitionKey: "p", rowKey: key }, "Replace");
    }`);
  expect(propertiesOf(text)).toEqual(["closed: edm.boolean().optional()", "key: edm.string({ keyOnly: true })"]);
  expect(text).toContain("// uncertain: there may be more properties");
  expect(problems).toEqual([]);
});

describe("a time in a key has the format that the program composes:", () => {
  const rowKeyOf = (before: string, rowKey: string) => {
    const { text } = draftFrom(
      `${client}${before}\nexport const add = (at: Date, id: string) => visits.createEntity({ partitionKey: "p", rowKey: ${rowKey}, at, id });`,
    );
    return /rowKey: \(k\) => \[(.*)\],/.exec(text)?.[1];
  };

  it.each([
    ["at.toISOString().replace(/[-:.]/g, '')", "k.at.format(\"yyyyMMdd'T'HHmmssfff'Z'\")"],
    ["at.toISOString().replace(/\\D/g, '')", 'k.at.format("yyyyMMddHHmmssfff")'],
    ["at.toISOString().slice(0, 10).replaceAll('-', '')", 'k.at.format("yyyyMMdd")'],
    ["at.toISOString().split('T')[0]!", "k.at.day"],
    ["at.toISOString().split('T')[1]!", "k.at.format(\"HH:mm:ss.fff'Z'\")"],
    ["at.toISOString().substr(0, 7)", "k.at.month"],
    ["at.toISOString().slice(0, -5)", "k.at.format(\"yyyy-MM-dd'T'HH:mm:ss\")"],
    ["at.toISOString().replace(/\\d/, '')", "k.atKey.raw"],
    ["at.toISOString().slice(0, 6)", "k.atKey.raw"],
  ])("%s", (rowKey, parts) => {
    expect(rowKeyOf("", rowKey)).toBe(parts);
  });

  it("of slices, in a function", () => {
    const stamp = `const stamp = (d: Date) => { const i = d.toISOString();
      return i.slice(0, 4) + i.slice(5, 7) + i.slice(8, 10) + "T" + i.slice(11, 13) + i.slice(14, 16) + i.slice(17, 19) + "Z"; };`;
    expect(rowKeyOf(stamp, '"V|" + stamp(at) + "|" + id')).toBe(
      `"V", \`\${k.at.format("yyyyMMdd'T'HHmmss")}Z\`, k.id.raw`,
    );
  });

  it("and milliseconds that a constant, a variable and a check come before", () => {
    const inverted = `const MAX = 9_999_999_999_999;
      function inverted(at: Date): string {
        const ms = at.getTime();
        if (!Number.isFinite(ms) || ms > MAX) throw new RangeError("no time");
        return String(MAX - ms).padStart(13, "0");
      }`;
    expect(rowKeyOf(inverted, '"V|" + inverted(at) + "|" + id')).toBe(
      '"V", k.at.milliseconds.desc(9999999999999), k.id.raw',
    );
  });

  it("of a clock that callers can give", () => {
    const { text } =
      draftFrom(`${client}const inverted = (d: Date) => String(9_999_999_999_999 - d.getTime()).padStart(13, "0");
      export function add(id: string, deps: { now?: () => Date }) { const now = deps.now ?? (() => new Date()); const at = now();
        return visits.createEntity({ partitionKey: "p", rowKey: \`\${inverted(at)}|\${id}\`, at, id }); }`);
    expect(text).toContain("rowKey: (k) => [k.at.milliseconds.desc(9999999999999), k.id.raw]");
    expect(propertiesOf(text)).toEqual(["at: edm.dateTime()", "id: edm.string()"]);
  });
});
