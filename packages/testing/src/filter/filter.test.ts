import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SeedEntity } from "../account/seed.js";
import { createTableService, type TableService } from "../service/create-table-service.js";

const headers = ["accept", "application/json;odata=nometadata", "x-ms-version", "2019-02-02"];

async function responseTo(service: TableService, filter: string): Promise<{ status: number; text: string }> {
  const url = `${service.endpoint}/Rows()?$filter=${encodeURIComponent(filter)}`;
  const { status, body } = await service({ method: "GET", url, headers });
  return { status, text: Buffer.from(body).toString() };
}

async function rowKeys(service: TableService, filter: string): Promise<string[]> {
  const { status, text } = await responseTo(service, filter);
  expect(status, text).toBe(200);
  return (JSON.parse(text).value as SeedEntity[]).map((row) => row.RowKey);
}

const date = (text: string): object => ({ T: text, "T@odata.type": "Edm.DateTime" });

describe("a filter", () => {
  const service = createTableService({
    authenticate: false,
    tables: {
      Rows: [
        {
          PartitionKey: "p",
          RowKey: "all",
          S: "b",
          I: 5,
          L: 5n,
          D: 5.5,
          B: true,
          X: new Uint8Array([1, 255]),
          ...date("2021-01-01T00:00:00.0000001Z"),
          G: "c9da6455-213d-42c9-9a79-3e9149a57833",
          "G@odata.type": "Edm.Guid",
        },
        { PartitionKey: "p", RowKey: "none" },
        { PartitionKey: "p", RowKey: "whole", D: 5, "D@odata.type": "Edm.Double", B: false, S: "o'clock" },
        { PartitionKey: "p", RowKey: "nan", D: Number.NaN },
      ],
    },
  });

  it.each([
    ["S eq 'b'", ["all"]],
    ["S eq 'o''clock'", ["whole"]],
    ["S gt 'b'", ["whole"]],
    ["I eq 5", ["all"]],
    ["L eq 5L", ["all"]],
    ["D eq 5.5", ["all"]],
    ["D eq 0.55e1", ["all"]],
    ["B eq true", ["all"]],
    ["B", ["all"]],
    ["T eq datetime'2021-01-01T00:00:00.0000001Z'", ["all"]],
    ["T gt datetime'2021-01-01T00:00:00Z'", ["all"]],
    ["G eq guid'C9DA6455-213D-42C9-9A79-3E9149A57833'", ["all"]],
    ["X eq X'01FF'", ["all"]],
    ["X gt binary'0102'", ["all"]],
    ["RowKey ge 'none' and RowKey le 'whole'", ["none", "whole"]],
    ["Timestamp gt datetime'2020-01-01T00:00:00Z'", ["all", "nan", "none", "whole"]],
  ])("%s finds %j", async (filter, expected) => {
    expect(await rowKeys(service, filter)).toEqual(expected);
  });

  it.each([
    ["an Int64 property takes an Int32 constant", "L eq 5", ["all"]],
    ["a Double property takes an integer constant", "D eq 5", ["whole"]],
    ["a Double property takes an Int64 constant", "D eq 5L", ["whole"]],
    ["an Int32 property matches no Int64 constant", "I eq 5L", []],
    ["an Int32 property matches no Double constant", "I eq 5.0", []],
    ["a mismatch of types makes ne true", "I ne 'x'", ["all"]],
    ["a mismatch of types makes lt true", "I lt 'x'", ["all"]],
    ["a mismatch of types makes le true", "I le 'x'", ["all"]],
    ["a mismatch of types makes gt false", "I gt 'x'", []],
    ["a missing property makes ne false", "I ne 7", ["all"]],
    ["not is true where the property is missing", "not (I eq 5)", ["nan", "none", "whole"]],
    ["not binds less than a comparison", "not I eq 5 and S eq 'o''clock'", ["whole"]],
    ["and binds before or", "I eq 5 or B eq false and D eq 5.5", ["all"]],
    ["parentheses bind first", "(I eq 5 or B eq false) and D eq 5.5", ["all"]],
    ["NaN equals nothing", "D eq 0.0 or D lt 1000.0 or D gt -1000.0", ["all", "whole"]],
    ["words are case-sensitive names", "i eq 5", []],
  ])("%s: %s", async (_law, filter, expected) => {
    expect(await rowKeys(service, filter)).toEqual(expected);
  });

  it.each([
    ["'b' eq S", ["all"]],
    ["'b' lt S", ["whole"]],
    ["5 ge I", ["all"]],
    ["6 gt I", ["all"]],
    ["5 gt I", []],
    ["5L eq L", ["all"]],
    ["5 ne D", ["all", "nan"]],
    ["false eq B", ["whole"]],
    ["datetime'2022-01-01T00:00:00Z' gt T", ["all"]],
    ["'p' eq PartitionKey and 'nan' le RowKey", ["nan", "none", "whole"]],
    ["not ('nan' le RowKey)", ["all"]],
  ])("may have its constant on the left: %s", async (filter, expected) => {
    expect(await rowKeys(service, filter)).toEqual(expected);
  });

  it.each([
    ["true", ["all", "nan", "none", "whole"]],
    ["(true)", ["all", "nan", "none", "whole"]],
    ["(true and RowKey eq 'all')", ["all"]],
    ["RowKey eq 'all' or true", ["all", "nan", "none", "whole"]],
    ["false", []],
    ["(false)", []],
    ["false or RowKey eq 'all'", ["all"]],
    ["RowKey eq 'all' and false", []],
    ["not false", ["all", "nan", "none", "whole"]],
  ])("may have a constant as a condition: %s", async (filter, expected) => {
    expect(await rowKeys(service, filter)).toEqual(expected);
  });

  it.each(["false", "(false)", "not true"])(
    "that never holds is refused where the option says so: %s",
    async (filter) => {
      const refusing = createTableService({ authenticate: false, refuseFalseFilter: true, tables: { Rows: [] } });
      const { status, text } = await responseTo(refusing, filter);
      expect({ status, code: JSON.parse(text)["odata.error"].code }).toEqual({ status: 400, code: "InvalidInput" });
      expect(await rowKeys(refusing, "false or RowKey eq 'all'")).toEqual([]);
    },
  );

  it("of tables may be a constant", async () => {
    const tables = async (filter: string): Promise<unknown> => {
      const url = `${service.endpoint}/Tables?$filter=${filter}`;
      return JSON.parse(Buffer.from((await service({ method: "GET", url, headers })).body).toString());
    };
    expect(await tables("true")).toEqual({ value: [{ TableName: "Rows" }] });
    expect(await tables("false")).toEqual({ value: [] });
    expect(await tables("'rows'%20eq%20TableName")).toEqual({ value: [{ TableName: "Rows" }] });
  });

  it("has a space where its URL has a plus sign, and a plus sign where it has %2B", async () => {
    const sent = async (filter: string): Promise<number> =>
      (await service({ method: "GET", url: `${service.endpoint}/Rows()?$filter=${filter}`, headers })).status;
    expect(await sent("S+eq+'b'")).toBe(200);
    expect(await sent("T+gt+datetime'2021-01-01T00:00:00%2B02:00'")).toBe(200);
    expect(await sent("T+gt+datetime'2021-01-01T00:00:00+02:00'")).toBe(400);
  });

  it("names the place of a syntax error", async () => {
    const { status, text } = await responseTo(service, "aaa bbb ccc");
    expect(status).toBe(400);
    expect(text).toContain("InvalidInput");
    expect(text).toContain("Syntax error at position 7 in 'aaa bbb ccc'.");
  });

  it.each([
    "S eq",
    "eq 'b'",
    "S eq 'b",
    "S = 'b'",
    'S eq "b"',
    "S eq b",
    "'b' eq 'b'",
    "'b'",
    "5",
    "'b' S",
    "S eq I",
    "true eq true",
    "S eq null",
    "(S eq 'b'",
    "S eq 'b')",
    "S eq 'b' and",
    "S eq 'b' AND I eq 5",
    "T eq datetime'x'",
    "G eq guid'x'",
    "G eq guid'xc9da6455-213d-42c9-9a79-3e9149a57833'",
    "G eq guid'c9da6455-213d-42c9-9a79-3e9149a57833x'",
    "X eq X'1'",
    "X eq X'zz01'",
    "X eq X'01zz'",
    "X eq binary'0g'",
    "L eq 1eL",
    "L eq -L",
    "L eq -9223372036854775809L",
    "I eq -2147483649",
    "D eq -1e999",
    "I eq 2147483648",
    "L eq 9223372036854775808L",
    "L eq 1.5L",
    "D eq 1e999",
    "I in (5)",
  ])("refuses %s", async (filter) => {
    const { status, text } = await responseTo(service, filter);
    expect({ status, code: JSON.parse(text)["odata.error"].code }).toEqual({ status: 400, code: "InvalidInput" });
  });

  it.each(["startswith(S,'b')", "substringof('b',S) eq true"])("has no function %s", async (filter) => {
    expect((await responseTo(service, filter)).status).toBe(501);
  });
});

/** Oracle of the test: the documented semantics, implemented again over plain values. */
type Model = { readonly type: "S" | "I" | "L" | "D" | "B"; readonly value: string | number | bigint | boolean };
type Row = { readonly partitionKey: string; readonly rowKey: string; readonly properties: ReadonlyMap<string, Model> };
interface Comparison {
  readonly op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
  readonly name: string;
  readonly constant: Model;
}
interface Connective {
  readonly op: "and" | "or";
  readonly parts: readonly [Tree, Tree];
}
interface Negation {
  readonly op: "not";
  readonly part: Tree;
}
type Tree = Comparison | Connective | Negation;

function holds(tree: Tree, row: Row): boolean {
  if ("parts" in tree) {
    const [left, right] = tree.parts.map((part) => holds(part, row));
    return tree.op === "and" ? left === true && right === true : left === true || right === true;
  }
  if ("part" in tree) return !holds(tree.part, row);
  const keys: Record<string, string> = { PartitionKey: row.partitionKey, RowKey: row.rowKey };
  const key = keys[tree.name];
  const stored: Model | undefined = key === undefined ? row.properties.get(tree.name) : { type: "S", value: key };
  if (stored === undefined) return false;
  const comparable =
    stored.type === tree.constant.type ||
    (stored.type === "L" && tree.constant.type === "I") ||
    (stored.type === "D" && (tree.constant.type === "I" || tree.constant.type === "L"));
  if (!comparable) return ["ne", "lt", "le"].includes(tree.op);
  const [left, right] =
    stored.type === "D" ? [stored.value, Number(tree.constant.value)] : [stored.value, tree.constant.value];
  const sign = left < right ? -1 : left > right ? 1 : 0;
  return { eq: sign === 0, ne: sign !== 0, gt: sign > 0, ge: sign >= 0, lt: sign < 0, le: sign <= 0 }[tree.op];
}

function render(tree: Tree): string {
  if ("parts" in tree) return `(${render(tree.parts[0])}) ${tree.op} (${render(tree.parts[1])})`;
  if ("part" in tree) return `not (${render(tree.part)})`;
  const { type, value } = tree.constant;
  const double = String(value).includes(".") ? String(value) : `${value}.0`;
  const literal = {
    S: `'${String(value).replaceAll("'", "''")}'`,
    I: String(value),
    L: `${value}L`,
    D: double,
    B: String(value),
  }[type];
  return `${tree.name} ${tree.op} ${literal}`;
}

const text = fc.string({ unit: fc.constantFrom("a", "b", "'", "é", "\ue000", "😀"), maxLength: 2 });
const model: fc.Arbitrary<Model> = fc.oneof(
  text.map((value) => ({ type: "S" as const, value })),
  fc.integer({ min: -2, max: 2 }).map((value) => ({ type: "I" as const, value })),
  fc.bigInt({ min: -2n, max: 2n }).map((value) => ({ type: "L" as const, value })),
  fc.constantFrom(-1.5, 0, 1, 1.5).map((value) => ({ type: "D" as const, value })),
  fc.boolean().map((value) => ({ type: "B" as const, value })),
);
const operator = fc.constantFrom(
  "eq" as const,
  "ne" as const,
  "gt" as const,
  "ge" as const,
  "lt" as const,
  "le" as const,
);
const onKey = fc.record({
  op: operator,
  name: fc.constantFrom("PartitionKey", "RowKey"),
  constant: text.map((value) => ({ type: "S" as const, value })),
});
const onProperty = fc.record({ op: operator, name: fc.constantFrom("A", "B", "PartitionKey"), constant: model });
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 2 },
    onProperty,
    onKey,
    fc.record({ op: fc.constantFrom("and" as const, "or" as const), parts: fc.tuple(tie("tree"), tie("tree")) }),
    fc.record({ op: fc.constant("not" as const), part: tie("tree") }),
  ),
}));
const rows = fc.uniqueArray(
  fc.record({
    partitionKey: text,
    rowKey: text,
    properties: fc
      .uniqueArray(fc.tuple(fc.constantFrom("A", "B"), model), { selector: ([name]) => name })
      .map((entries) => new Map(entries)),
  }),
  { selector: (row) => JSON.stringify([row.partitionKey, row.rowKey]), maxLength: 12 },
);

describe("every filter over every table", () => {
  it("finds what the documented semantics find, in key order, whatever the page size", async () => {
    await fc.assert(
      fc.asyncProperty(tree, rows, fc.integer({ min: 1, max: 4 }), async (filter, table, top) => {
        const service = createTableService({ authenticate: false, tables: { Rows: table.map(toSeed) } });
        const expected = table
          .filter((row) => holds(filter, row))
          .map((row) => [row.partitionKey, row.rowKey] as const)
          .sort((one, other) => order(one[0], other[0]) || order(one[1], other[1]));
        expect(await allPages(service, render(filter), top)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function toSeed({ partitionKey, rowKey, properties }: Row): SeedEntity {
  const members: Record<string, string | number | bigint | boolean> = {};
  for (const [name, { type, value }] of properties) {
    members[name] = value;
    if (type === "D") members[`${name}@odata.type`] = "Edm.Double";
  }
  return { PartitionKey: partitionKey, RowKey: rowKey, ...members };
}

async function allPages(service: TableService, filter: string, top: number): Promise<(readonly [string, string])[]> {
  const found: (readonly [string, string])[] = [];
  let next = "";
  for (;;) {
    const url = `${service.endpoint}/Rows()?$top=${top}&$filter=${encodeURIComponent(filter)}${next}`;
    const response = await service({ method: "GET", url, headers });
    const page = JSON.parse(Buffer.from(response.body).toString()) as { value: SeedEntity[] };
    expect(page.value.length).toBeLessThanOrEqual(top);
    found.push(...page.value.map((row) => [row.PartitionKey, row.RowKey] as const));
    const at = response.headers.indexOf("x-ms-continuation-NextPartitionKey");
    if (at < 0) return found;
    const row = response.headers[response.headers.indexOf("x-ms-continuation-NextRowKey") + 1] ?? "";
    next = `&NextPartitionKey=${encodeURIComponent(response.headers[at + 1] ?? "")}&NextRowKey=${encodeURIComponent(row)}`;
  }
}
