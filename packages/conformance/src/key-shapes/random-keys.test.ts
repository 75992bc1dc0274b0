import { compileFunction } from "node:vm";
import { compileJavaScript, createSourceHost, generate } from "@tablewright/generator";
import { type EntityClass, type EntityTypes, isTableError } from "@tablewright/runtime";
import * as runtime from "@tablewright/runtime/codegen/v1";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hasShape } from "../../../runtime/src/codec/keys/parse-key.js";
import { isOrdered, isReversible } from "../../../runtime/src/keys/key-encoding.js";
import { rowKeyRange } from "../../../runtime/src/query/row-key-scope.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;

type Values = Readonly<Record<string, unknown>>;
type AnyClass = EntityClass<EntityTypes> & { key(values: Values): runtime.EntityId };

/** Characters of literals and separators, so that values often hold what ends them. */
const letters = ["a", "1", "f", "-", "_", ":", "!", "~", "%", "é", "/", "ab", "a1", "::"];
const text = (max: number) =>
  fc.array(fc.constantFrom(...letters, "x", "0", "Z"), { maxLength: max }).map((parts) => parts.join("").slice(0, max));
const raw = (value: string) => value.replaceAll("/", "+");
const time = fc
  .integer({ min: 0, max: 4_000_000_000 })
  .chain((seconds) =>
    fc.constantFrom(0, 60_000, 86_400_000, 1).map((unit) => seconds * 1000 - ((seconds * 1000) % (unit || 1))),
  );

const properties = {
  s: { text: "edm.string({ maxLength: 9, keyOnly: true })", value: text(9).map(raw), parts: ["", ".raw"] },
  t: { text: "edm.string({ maxLength: 9 })", value: text(9), parts: ["", ".lower", ".upper", ".sha256(4)", ".md5"] },
  f: {
    text: "edm.string({ length: 4, keyOnly: true })",
    value: text(9).map((value) => raw(value).padEnd(4, "a").slice(0, 4)),
    parts: ["", ".raw"],
  },
  u: { text: 'edm.string({ pattern: "ulid" })', value: fc.ulid(), parts: ["", ".raw"] },
  o: {
    text: 'edm.string({ oneOf: ["a", "b-", "a_", "ab"] })',
    value: fc.constantFrom("a", "b-", "a_", "ab"),
    parts: ["", ".raw", ".upper"],
  },
  n: {
    text: "edm.int32({ keyOnly: true })",
    value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    parts: [".asc", ".desc", ".text"],
  },
  m: {
    text: "edm.int32({ min: 0 })",
    value: fc.nat(9999),
    parts: [".pad(4)", ".hex(4)", ".upper.hex(6)", ".desc(9999)", ".text"],
  },
  big: {
    text: "edm.int64()",
    value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    parts: [".asc", ".desc", ".text"],
  },
  g: { text: "edm.guid()", value: fc.uuid(), parts: ["", '.format("N")', '.format("B")', ".upper"] },
  at: {
    text: "edm.dateTime({ keyOnly: true })",
    value: time.map((milliseconds) => new Date(milliseconds)),
    parts: [
      ".asc",
      ".desc",
      ".iso",
      ".iso7",
      ".milliseconds",
      ".milliseconds.desc(8640000000000000)",
      ".seconds.pad(11)",
      ".minutes.hex(8)",
      ".days",
    ].concat([`.format("yyyy-MM-dd'T'HH:mm")`, '.format("yyyyMMdd")', '.format("dd.MM.yyyy HH:mm:ss.fff")']),
  },
  on: {
    text: "edm.dateTime()",
    value: time.map((milliseconds) => new Date(milliseconds)),
    parts: [".day", ".hour", ".minutes", '.format("yyyy-MM")', ".days.desc(99999)"],
  },
  b: { text: "edm.boolean()", value: fc.boolean(), parts: [""] },
} as const;
type Name = keyof typeof properties;
const names = Object.keys(properties) as Name[];

const literal = fc.constantFrom(...letters.filter((each) => !/[~/]/.test(each)), "w", "id-", "SS-SE-");
const separator = fc.oneof(
  fc.constantFrom("!", "_", ":", "-", "", "::", "a1", "1"),
  fc.record({ partitionKey: fc.constantFrom("", ":", "-"), rowKey: fc.constantFrom("", "_", "!", "f") }),
);

/** One element of a key: a literal, a property, or a template of both. */
function keyOf(of: readonly Name[]): fc.Arbitrary<string> {
  const part = (name: Name) => fc.constantFrom(...properties[name].parts).map((format) => `k.${name}${format}`);
  const element = fc.oneof(
    { weight: 1, arbitrary: literal.map((each) => JSON.stringify(each)) },
    { weight: 3, arbitrary: fc.constant("property") },
    { weight: 2, arbitrary: literal.map((each) => `literal ${each}`) },
  );
  return fc.tuple(...of.map((name) => fc.tuple(part(name), element, fc.boolean()))).map((parts) => {
    const elements: string[] = [];
    for (const [code, around, continues] of parts) {
      if (around.startsWith("literal ")) {
        const [before, after] = continues ? [around.slice(8), ""] : ["", around.slice(8)];
        elements.push(`\`${before}\${${code}}${after}\``);
      } else if (around !== "property") elements.push(around, code);
      else elements.push(code);
      const [one, other] = elements.slice(-2);
      if (continues && one?.startsWith("`") && other?.startsWith("`"))
        elements.splice(-2, 2, `${one.slice(0, -1)}${other.slice(1)}`);
    }
    return `(k) => [${elements.join(", ")}]`;
  });
}

const definition = fc
  .tuple(fc.shuffledSubarray(names, { minLength: 1, maxLength: 5 }), fc.nat(2), separator)
  .chain(([used, split, given]) =>
    fc.record({
      used: fc.constant(used),
      separator: fc.constant(given),
      partitionKey: split === 0 ? fc.constant('() => ["p"]') : keyOf(used.slice(0, split)),
      rowKey: used.length > split ? keyOf(used.slice(split)) : fc.constant('() => ["r"]'),
    }),
  );
type Definition = typeof definition extends fc.Arbitrary<infer Value> ? Value : never;

function entityText(name: string, { used, separator: given, partitionKey, rowKey }: Definition): string {
  const declared = used.map((each) => `${each}: ${properties[each].text}`).join(", ");
  return `export const ${name} = entity({ table: "Random", kind: "${name}", kindProperty: false, separator: ${JSON.stringify(given)}, properties: { ${declared} }, partitionKey: ${partitionKey}, rowKey: ${rowKey} });`;
}

/** Generates and loads classes of one table; `undefined` if a definition is refused. */
function classesOf(definitions: readonly Definition[]): { classes: AnyClass[] | undefined; codes: readonly string[] } {
  const body = definitions.map((each, index) => entityText(`E${index}`, each)).join("\n");
  const host = createSourceHost({ "tables/a.table.ts": `import { edm, entity } from "tablewright";\n${body}` });
  const { files, diagnostics } = generate({ host, files: ["tables/a.table.ts"], outDir: "gen" });
  const codes = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
  if (codes.length > 0) return { classes: undefined, codes };
  const classes = definitions.map((_, index) => {
    const file = files.find(({ path }) => path.endsWith(`/e${index}.gen.ts`));
    const exported: Record<string, AnyClass> = {};
    compileFunction(compileJavaScript(file?.text ?? ""), ["exports", "require"])(exported, () => runtime);
    return exported[`E${index}`] as AnyClass;
  });
  return { classes, codes };
}

const valuesOf = ({ used }: Definition) =>
  fc.record(Object.fromEntries(used.map((name) => [name, properties[name].value as fc.Arbitrary<unknown>])));

/** Returns the key; `undefined` for values that it cannot hold. */
function keyOfValues(entity: AnyClass, values: Values): runtime.EntityId | undefined {
  try {
    return entity.key(values);
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

const operators: Readonly<Record<string, (value: unknown, bound: unknown) => boolean>> = {
  ge: (value, bound) => (value as number) >= (bound as number),
  gt: (value, bound) => (value as number) > (bound as number),
  le: (value, bound) => (value as number) <= (bound as number),
  lt: (value, bound) => (value as number) < (bound as number),
};
/** Code units, as the keys sort; guids sort by their lower case. */
const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value);

it("keys of accepted definitions are read back, sort as their ranges say, and belong to one kind", {
  timeout: 600_000,
}, () => {
  const seen = { accepted: 0, ambiguous: 0, keys: 0, ranges: 0, tables: 0 };
  const cases = fc
    .tuple(definition, definition)
    .chain(([one, other]) =>
      fc.tuple(
        fc.constant([one, other] as const),
        fc.array(valuesOf(one), { minLength: 12, maxLength: 12 }),
        fc.array(valuesOf(other), { minLength: 12, maxLength: 12 }),
      ),
    );
  fc.assert(
    fc.property(cases, ([definitions, ...values]) => {
      const { classes: both } = classesOf(definitions);
      for (const [index, each] of definitions.entries()) {
        const { classes: alone, codes } =
          both === undefined ? classesOf([each]) : { classes: both.slice(index), codes: [] as string[] };
        if (codes.includes("key.ambiguous")) seen.ambiguous++;
        const entity = alone?.[0];
        if (entity === undefined) continue;
        seen.accepted++;
        const schema = entity.$schema as runtime.EntitySchema<runtime.EntityTypes>;
        const other = both?.[1 - index];
        const told = [...schema.partitionParts, ...schema.rowParts].filter(isReversible).map(([name]) => name);
        for (const row of values[index] ?? []) {
          const id = keyOfValues(entity, row);
          if (id === undefined) continue;
          seen.keys++;
          expect(runtime.readKeyOf(schema, id)).toEqual(Object.fromEntries(told.map((name) => [name, row[name]])));
          if (other !== undefined) {
            seen.tables++;
            expect(hasShape(other.$schema as never, id)).toBe(false);
          }
          checkRanges(entity, row, values[index] ?? [], () => seen.ranges++);
        }
      }
    }),
    isSoak ? { numRuns: 10_000 } : { numRuns: 200, seed: 374_421_520 },
  );
  expect(
    Object.values(seen).every((count) => count > 0),
    JSON.stringify(seen),
  ).toBe(true);
});

/** Checks that a range of a part includes a key exactly if the value is in the range; more rows only where a condition is added. */
function checkRanges(entity: AnyClass, row: Values, others: readonly Values[], count: () => void): void {
  const schema = entity.$schema as runtime.EntitySchema<runtime.EntityTypes>;
  const parts = schema.rowParts.filter((part) => typeof part !== "string");
  const at = parts.findIndex(isOrdered);
  const part = parts[at];
  if (part === undefined || parts.findIndex(([name]) => name === part[0]) < at) return;
  const [name] = part;
  const leading = Object.fromEntries(parts.slice(0, at).map(([each]) => [each, row[each]]));
  for (const bound of others.slice(0, 4)) {
    const key = keyOfValues(entity, { ...bound, ...leading });
    if (key === undefined) continue;
    for (const [operator, holds] of Object.entries(operators)) {
      const { rowKey, where } = rowKeyRange(schema, { ...leading, [name]: { [operator]: row[name] } });
      const { ge = "", lt = "\uffff" } = rowKey as { readonly ge?: string; readonly lt?: string };
      const isInside = key.rowKey >= ge && key.rowKey < lt;
      const isIn = holds(comparable(bound[name]), comparable(row[name]));
      count();
      if (where === undefined)
        expect([operator, bound[name], row[name], isInside]).toEqual([operator, bound[name], row[name], isIn]);
      else if (isIn) expect(isInside).toBe(true);
    }
  }
}
