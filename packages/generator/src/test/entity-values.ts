import type * as $ from "@tablewright/runtime/codegen/v1";
import fc from "fast-check";
import { binary } from "../../../runtime/src/codec/edm/binary.js";
import { asCoded } from "../../../runtime/src/codec/edm/coded-type.js";
import { dateTime, dateTimeIso, dateTimeTicks } from "../../../runtime/src/codec/edm/date-time.js";
import { guid } from "../../../runtime/src/codec/edm/guid.js";
import { boolean, double, int32, int64, int64Number, int64String } from "../../../runtime/src/codec/edm/numbers.js";
import { string } from "../../../runtime/src/codec/edm/string.js";

type Schema = Pick<$.EntitySchema<$.EntityTypes>, "properties" | "partitionParts" | "rowParts">;
type Property = Schema["properties"][string];

const moments = fc.bigInt({ min: 504_911_232_000_000_000n, max: 3_155_378_975_999_999_999n });

/** Generates values for the `Init` of a generated class from its schema. All generated values fit its keys and limits. */
export function initValues(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const parts = [...schema.partitionParts, ...schema.rowParts].filter((part) => typeof part !== "string");
  // A program cannot give the time of a write.
  const given = Object.entries(schema.properties).filter(([, { stamp }]) => stamp !== "write");
  const values = given.map(([name, property]) => {
    const value = propertyValue(property, parts.find((part) => part.field === name)?.form);
    const absent = property.optional === true || property.default !== undefined;
    return [name, absent ? fc.option(value, { nil: undefined }) : value] as const;
  });
  return fc.record(Object.fromEntries(values));
}

/** @param form encoding of the property in a key, such as `pad(10)`; undefined if no key contains it */
function propertyValue(property: Property, form: string | undefined): fc.Arbitrary<unknown> {
  const names = asCoded(property.type)?.names ?? property.oneOf;
  if (names !== undefined) return fc.constantFrom(...names);
  if (property.pattern === "ulid") return fc.ulid();
  if (property.length !== undefined) return fc.stringMatching(new RegExp(`^[a-z0-9]{${property.length}}$`));
  // Every date format in the tests can represent whole days since 1970, and every number format small numbers.
  if (property.type === dateTime && /^(?:format|iso|seconds|minutes|days)/.test(form ?? ""))
    return fc.nat(100_000).map((day) => new Date(day * 86_400_000));
  if (property.type === int32 && /^(?:text|hex|upper|desc\()/.test(form ?? "")) return fc.nat(999);
  const [padded, digits] = /^pad\((\d+)\)$/.exec(form ?? "") ?? [];
  const width = Number(digits ?? 19);
  const anyInt64 = fc.bigInt(
    padded !== undefined ? 0n : -(2n ** 63n),
    padded !== undefined && width < 19 ? 10n ** BigInt(width) - 1n : 2n ** 63n - 1n,
  );
  if (property.type.isJson) return anyJson;
  switch (property.type) {
    case string:
      return text(property.maxLength ?? 50, form);
    case boolean:
      return fc.boolean();
    case int32:
      return fc.integer(int32Bounds(property, padded === undefined ? undefined : width));
    case int64:
      return anyInt64;
    case int64Number:
      return padded === undefined ? fc.maxSafeInteger() : fc.maxSafeNat();
    case int64String:
      return anyInt64.map(String);
    case double:
      return fc.double();
    case dateTime:
      return fc.date({
        min: new Date("1601-01-01T00:00:00Z"),
        max: new Date("9999-12-31T23:59:59.999Z"),
        noInvalidDate: true,
      });
    case dateTimeIso:
      return moments.map((ticks) => dateTimeTicks.toJson(ticks).slice(1, -1));
    case dateTimeTicks:
      return moments;
    case guid:
      return fc.uuid();
    case binary:
      return fc.uint8Array({ maxLength: property.maxLength ?? 20 });
    default:
      throw new Error(`No values for ${property.type.edm}.`);
  }
}

const anyJson: fc.Arbitrary<unknown> = fc
  .jsonValue()
  .filter((value) => value !== null)
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

function int32Bounds({ min, max }: Property, width: number | undefined): { min: number; max: number } {
  const least = width === undefined ? -(2 ** 31) : 0;
  const most = width === undefined ? 2 ** 31 - 1 : Math.min(10 ** width, 2 ** 31) - 1;
  return { min: Math.max(least, Number(min ?? least)), max: Math.min(most, Number(max ?? most)) };
}

/** Generates raw key text without characters that keys exclude. */
function text(maxLength: number, form: string | undefined): fc.Arbitrary<string> {
  if (form === "raw") return fc.stringMatching(new RegExp(`^[a-z0-9]{0,${maxLength}}$`));
  return fc.string({ unit: "binary", maxLength }).filter((value) => value.length <= maxLength);
}
