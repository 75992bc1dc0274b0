import fc from "fast-check";

/** Characters of literals and separators. Values use them too, so that a value often contains the text that follows it in the key. */
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
    text: 'edm.string({ oneOf: ["a", "b", "b-", "a_", "ab"] })',
    value: fc.constantFrom("a", "b", "b-", "a_", "ab"),
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

const literal = fc.constantFrom(...letters.filter((each) => each !== "/"), "w", "id-", "id~", "SS-SE-");
const separator = fc.oneof(
  fc.constantFrom("!", "_", ":", "-", "", "::", "a1", "1", "~"),
  fc.record({ partitionKey: fc.constantFrom("", ":", "-"), rowKey: fc.constantFrom("", "_", "!", "f", "~") }),
);

/** Encodings whose texts have no fixed length. Whether such a key can be read back depends on the text after it. */
const open: Partial<Record<Name, readonly string[]>> = { s: ["", ".raw"], n: [".text"], m: [".text"], big: [".text"] };

/** Generates keys whose values have no fixed length and little or nothing in between. Such a key often cannot be read back. */
function tightKeyOf(of: readonly Name[]): fc.Arbitrary<string> {
  const part = (name: Name) => fc.constantFrom(...(open[name] ?? [])).map((format) => `\${k.${name}${format}}`);
  const between = fc.constantFrom("", "", "", "1", "-", "_a", "a_");
  return fc
    .tuple(...of.map((name) => fc.tuple(part(name), between)))
    .map((parts) => `(k) => [\`${parts.flat().join("")}\`]`);
}

/** Generates keys of these properties. Their elements are literals, properties, and templates of both. */
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

const looseDefinition = fc
  .tuple(fc.shuffledSubarray(names, { minLength: 1, maxLength: 5 }), fc.nat(2), separator)
  .chain(([used, split, given]) =>
    fc.record({
      used: fc.constant(used),
      separator: fc.constant(given),
      partitionKey: split === 0 ? fc.constant('() => ["p"]') : keyOf(used.slice(0, split)),
      rowKey: used.length > split ? keyOf(used.slice(split)) : fc.constant('() => ["r"]'),
    }),
  );

const tightDefinition = fc
  .tuple(fc.shuffledSubarray(Object.keys(open) as Name[], { minLength: 2, maxLength: 3 }), separator)
  .chain(([used, given]) =>
    fc.record({
      used: fc.constant(used),
      separator: fc.constant(given),
      partitionKey: fc.constant('() => ["p"]'),
      rowKey: tightKeyOf(used),
    }),
  );
const definition = fc.oneof({ weight: 3, arbitrary: looseDefinition }, { weight: 2, arbitrary: tightDefinition });
export type Definition = typeof definition extends fc.Arbitrary<infer Value> ? Value : never;

/** Two kinds of one table. A third of the pairs have similar keys, because otherwise two kinds seldom have a key in common. */
export const pair: fc.Arbitrary<readonly [Definition, Definition]> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(definition, definition) },
  {
    weight: 1,
    arbitrary: fc.tuple(definition, fc.constantFrom("", '"a", ', '"w", ')).map(([one, literal]) => {
      const rowKey = one.rowKey.replace("=> [", `=> [${literal}`);
      return [one, { ...one, rowKey }] as const;
    }),
  },
);

/** Returns the source text of a definition whose rows do not store their kind. */
export function entityText(name: string, { used, separator: given, partitionKey, rowKey }: Definition): string {
  const declared = used.map((each) => `${each}: ${properties[each].text}`).join(", ");
  return `export const ${name} = entity({ table: "Random", kind: "${name}", kindProperty: false, separator: ${JSON.stringify(given)}, properties: { ${declared} }, partitionKey: ${partitionKey}, rowKey: ${rowKey} });`;
}

/** Values that the properties of a definition can have. */
export const valuesOf = ({ used }: Definition) =>
  fc.record(Object.fromEntries(used.map((name) => [name, properties[name].value as fc.Arbitrary<unknown>])));
