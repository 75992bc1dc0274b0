import fc from "fast-check";

/** One write of an entity, alone or in a transaction. */
export interface Write {
  readonly operation: "insert" | "put" | "merge" | "delete";
  readonly partitionKey: string;
  readonly rowKey: string;
  /** JSON members, annotations included. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** If-Match header: none, `*`, the ETag of the entity that was seen last, or an ETag that no entity has. An insert has no such header. */
  readonly condition: "none" | "any" | "seen" | "stale";
}

/** One step of a sequence: one request, or the requests for all pages of a list. Tables are counted from 0. */
export type Step =
  | { readonly kind: "createTable" | "deleteTable"; readonly table: number }
  | { readonly kind: "listTables"; readonly top: number | undefined }
  | { readonly kind: "write"; readonly table: number; readonly write: Write; readonly echo: boolean }
  | {
      readonly kind: "get";
      readonly table: number;
      readonly partitionKey: string;
      readonly rowKey: string;
      readonly level: Level;
    }
  | {
      readonly kind: "query";
      readonly table: number;
      readonly filter: string | undefined;
      readonly select: string | undefined;
      readonly top: number | undefined;
      readonly level: Level;
    }
  | { readonly kind: "transaction"; readonly table: number; readonly writes: readonly Write[] };

export type Level = "nometadata" | "minimalmetadata" | "fullmetadata";

// Few keys, so that they collide. Azurite concatenates both keys of an entity, so no two pairs may concatenate to the same text.
const partitionKey = fc.constantFrom("p", "q", "o'clock", "");
const rowKey = fc.constantFrom("1", "2", "10", "a b", "é%", "日本+", "😀");

/**
 * Values of each property, as literals. A property has one type in every entity, because Azurite compares values of two types as JavaScript
 * does. Dates differ by at least a millisecond, because Azurite compares no finer, and have all seven digits, because Azurite returns them
 * as they were written.
 */
const values: Readonly<Record<string, readonly [type: string | undefined, ...literals: readonly [unknown, string][]]>> =
  {
    text: [
      undefined,
      ["", "''"],
      ["a", "'a'"],
      ["A", "'A'"],
      ["o'clock", "'o''clock'"],
      ["日本 & 50%", "'日本 & 50%'"],
    ],
    flag: [undefined, [true, "true"], [false, "false"]],
    small: [undefined, [0, "0"], [1, "1"], [-7, "-7"], [2147483647, "2147483647"]],
    large: ["Edm.Int64", ["5", "5L"], ["-1", "-1L"], ["9223372036854775807", "9223372036854775807L"]],
    ratio: ["Edm.Double", [0.5, "0.5"], [-2.25, "-2.25"], [1000.125, "1000.125"]],
    at: [
      "Edm.DateTime",
      ["1999-12-31T23:59:59.9990001Z", "datetime'1999-12-31T23:59:59.9990001Z'"],
      ["2024-02-29T12:00:00.1234567Z", "datetime'2024-02-29T12:00:00.1234567Z'"],
    ],
    ref: ["Edm.Guid", ["c9da6455-213d-42c9-9a79-3e9149a57833", "guid'c9da6455-213d-42c9-9a79-3e9149a57833'"]],
    data: ["Edm.Binary", ["AQIDBA==", "X'01020304'"], ["", "X''"]],
  };

const names = Object.keys(values);

const properties: fc.Arbitrary<Record<string, unknown>> = fc
  .subarray(names)
  .chain((some) =>
    fc.record(
      Object.fromEntries(some.map((name) => [name, fc.constantFrom(...listLiterals(name).map(([json]) => json))])),
    ),
  )
  .map((members) =>
    Object.fromEntries(
      Object.entries(members).flatMap(([name, value]) => {
        const type = values[name]?.[0];
        return type === undefined
          ? [[name, value]]
          : [
              [`${name}@odata.type`, type],
              [name, value],
            ];
      }),
    ),
  );

function listLiterals(name: string): readonly (readonly [unknown, string])[] {
  const [, ...literals] = values[name] ?? [undefined];
  return literals;
}

const write: fc.Arbitrary<Write> = fc.record({
  operation: fc.constantFrom("insert", "insert", "put", "put", "merge", "merge", "delete"),
  partitionKey,
  rowKey,
  properties,
  condition: fc.constantFrom("none", "any", "seen", "seen", "stale"),
});

/** Comparisons. The servers order Guids and Binary differently, so these are compared only for equality. */
const comparison = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("text", "small", "large", "ratio", "at"),
      fc.constantFrom("eq", "ne", "gt", "ge", "lt", "le"),
    )
    .chain(([name, operator]) => literal(name).map((text) => `${name} ${operator} ${text}`)),
  fc
    .tuple(fc.constantFrom("flag", "ref", "data"), fc.constantFrom("eq", "ne"))
    .chain(([name, operator]) => literal(name).map((text) => `${name} ${operator} ${text}`)),
  fc
    .tuple(fc.constantFrom("eq", "ne", "gt", "ge", "lt", "le"), partitionKey)
    .map(([operator, key]) => `PartitionKey ${operator} ${quoted(key)}`),
  fc
    .tuple(fc.constantFrom("eq", "ne", "gt", "ge", "lt", "le"), rowKey)
    .map(([operator, key]) => `RowKey ${operator} ${quoted(key)}`),
);

function literal(name: string): fc.Arbitrary<string> {
  return fc.constantFrom(...listLiterals(name).map(([, text]) => text));
}

function quoted(key: string): string {
  return `'${key.replaceAll("'", "''")}'`;
}

const { filter } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    comparison,
    fc
      .tuple(tie("filter"), fc.constantFrom("and", "or"), tie("filter"))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
    tie("filter").map((operand) => `not (${operand})`),
    fc.tuple(comparison, comparison, comparison).map(([a, b, c]) => `${a} and ${b} or ${c}`),
  ),
}));

const table = fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1);
const level = fc.constantFrom<Level[]>("minimalmetadata", "minimalmetadata", "nometadata", "fullmetadata");
const top = fc.option(fc.constantFrom(1, 2, 3, 1000), { nil: undefined });
const select = fc.subarray(["PartitionKey", "RowKey", ...names], { minLength: 1 }).map((some) => some.join(","));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("createTable", "deleteTable"), table }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("listTables"), top }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("write"), table, write, echo: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("get"), table, partitionKey, rowKey, level }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("query"),
      table,
      filter: fc.option(filter, { nil: undefined }),
      select: fc.option(select, { nil: undefined, freq: 3 }),
      top,
      level,
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(table, partitionKey, fc.array(write, { minLength: 1, maxLength: 5 }))
      .map(([of, key, writes]) => ({
        kind: "transaction" as const,
        table: of,
        writes: writes.map((one) => ({ ...one, partitionKey: key })),
      })),
  },
);

/** Sequences on table 0, which exists at first, and table 1, which does not. */
export const sequences: fc.Arbitrary<readonly Step[]> = fc
  .array(step, { minLength: 4, maxLength: 24, size: "max" })
  .map((steps) => [{ kind: "createTable", table: 0 }, ...steps]);
