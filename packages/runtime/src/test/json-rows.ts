import fc from "fast-check";

/** Generates a string as JSON: as emulators write it, or with escapes for non-ASCII characters, as Azure Storage does. */
const quoted = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.boolean()).map(([value, isEscaped]) => {
    const json = JSON.stringify(value);
    if (!isEscaped) return json;
    return json.replace(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  });
const text = quoted(
  fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.string({
      unit: fc.constantFrom("\\", '"', "/", "\n", "\0", "\x7f", "\x80", "\u2028", "ä", "名", "😀", "\ufffd"),
    }),
  ),
);
const name = quoted(
  fc.oneof(
    fc.constantFrom("__proto__", "größe", "名前", "toString", "etag", "Timestamp2", "RowKe", "odata", "x".repeat(255)),
    fc.constantFrom("ä".repeat(255), "_"),
    fc.stringMatching(/^[A-Za-z_]\w{0,9}$/),
  ),
).map((json) => json.slice(1, -1));
const moment = fc.date({ min: new Date("1601-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
const date = fc.tuple(moment, fc.stringMatching(/^\d{0,4}$/)).map(
  ([value, digits]) =>
    `${value
      .toISOString()
      .replace("Z", digits)
      .replace(/\.?0*$/, "")}Z`,
);
const bytes = fc.uint8Array().map((value) => Buffer.from(value).toString("base64"));
const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(0n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 63n - 8n, 10n ** 18n, 9n * 10n ** 18n),
);
const plain = fc.oneof(
  text,
  fc.constantFrom("true", "false", "null", "0", "5.0", "-0.0", "0.0", "1e+21"),
  fc.constantFrom("2147483647", "-2147483648", "2147483639", "-2100000000", "999999999", "1000000000"),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }).map(String),
);
const ofType = (edm: string, value: fc.Arbitrary<unknown>) => value.map((found) => [edm, `"${found}"`] as const);
const annotated = fc.oneof(
  ofType("Edm.DateTime", date),
  ofType("Edm.Int64", int64),
  ofType("Edm.Guid", fc.uuid()),
  ofType("Edm.Binary", bytes),
  ofType("Edm.Double", fc.constantFrom("NaN", "Infinity", "-Infinity")),
  fc.constant(["Edm.Double", "5.0"] as const),
);
const member = fc
  .tuple(
    name,
    fc.oneof(
      plain.map((json) => [undefined, json] as const),
      annotated,
    ),
  )
  .map(([key, [edm, json]]) => ({
    key: JSON.parse(`"${key}"`) as string,
    json: `,${edm === undefined ? "" : `"${key}@odata.type":"${edm}",`}"${key}":${json}`,
  }));
/** Generates rows in the JSON of a response: of all types, with names and values of all kinds. */
export const jsonRow: fc.Arbitrary<string> = fc
  .tuple(text, text, fc.option(date), fc.boolean(), fc.uniqueArray(member, { selector: ({ key }) => key }))
  .map(([partitionKey, rowKey, timestamp, hasETag, members]) => {
    const etag = hasETag ? `"odata.etag":"W/\\"datetime'2024'\\"",` : "";
    const time = timestamp === null ? "" : `,"Timestamp":"${timestamp}"`;
    return `{${etag}"PartitionKey":${partitionKey},"RowKey":${rowKey}${time}${members.map(({ json }) => json).join("")}}`;
  });
