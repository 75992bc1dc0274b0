import { isThenable } from "../../errors/check-argument.js";
import type { ErrorCode } from "../../errors/error-codes.js";
import { TableError } from "../../errors/table-error.js";
import { base64, readBinary } from "../binary.js";
import type { EdmType } from "../edm-type.js";
import { quote } from "../quote.js";
import { json, jsonText, parseJson, readString } from "../string.js";
import { type Compression, compress, decompress } from "./compress.js";

/**
 * Part of a Standard Schema that checks values. Zod, Valibot and ArkType schemas have it.
 * @see https://standardschema.dev
 */
export interface ValueSchema {
  readonly "~standard": { readonly version: 1; readonly validate: (value: unknown) => unknown };
}

/** Type of the values that a Standard Schema returns. */
export type SchemaValue<
  Schema extends { readonly "~standard": { readonly types?: { readonly output: unknown } | undefined } },
> = NonNullable<Schema["~standard"]["types"]>["output"];

/** Options of JSON beyond its text. */
export interface JsonRules {
  /** Returns the schema of the values. A function, because the module that declares it may import the generated class. */
  readonly schema?: (() => ValueSchema) | undefined;
  /** Compression of the text. The property is then an Edm.Binary. */
  readonly compress?: Compression | undefined;
}

/** Type of JSON that is checked by a schema or compressed. */
export interface StoredJson extends EdmType {
  /** Converts a value to what is stored: the text of its JSON, or compressed bytes. */
  toContent(value: unknown): string | Uint8Array;
  /** Reads the bytes of compressed JSON; absent if the JSON is text. */
  fromBytes?(bytes: Uint8Array): unknown;
}

/** Creates the type of JSON with these rules. */
export function storedJson({ schema, compress: compression }: JsonRules): StoredJson {
  const check = schema && ((value: unknown) => checkValue(schema(), value, "value.not-valid"));
  const write = (value: unknown) => jsonText(check === undefined ? value : check(value));
  const read = (text: string) => {
    const value = parseJson(text);
    return schema === undefined ? value : checkValue(schema(), value, "decode.not-valid");
  };
  if (compression === undefined) {
    return {
      ...json,
      ...(check && { check }),
      toJson: (value) => quote(write(value)),
      fromJson: (value, annotation) => read(readString(value, annotation)),
      toContent: write,
    };
  }
  const toContent = (value: unknown) => compress(write(value), compression);
  const fromBytes = (bytes: Uint8Array) => read(decompress(bytes));
  return {
    ...json,
    ...(check && { check }),
    edm: "Edm.Binary",
    toJson: (value) => `"${base64(toContent(value))}"`,
    fromJson: (value, annotation, typed) => fromBytes(readBinary(value, annotation, typed)),
    toContent,
    fromBytes,
  };
}

/** Result of a Standard Schema. @see https://standardschema.dev/schema */
interface Result {
  readonly value?: unknown;
  readonly issues?: readonly Issue[] | undefined;
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * Validates a value and returns the result of the schema, for example with its defaults.
 * @throws TableError with the code, or `value.asynchronous-schema`
 */
function checkValue(schema: ValueSchema, value: unknown, code: ErrorCode & `${string}.not-valid`): unknown {
  const result = schema["~standard"].validate(value);
  if (isThenable(result)) {
    Promise.resolve(result).catch(() => undefined);
    throw new TableError("value.asynchronous-schema", "has an asynchronous schema; rows are read synchronously");
  }
  const { issues, value: output } = result as Result;
  if (issues === undefined) return output;
  const [first, second, third, ...more] = issues.map(describeIssue);
  const shown = [first, second, third].filter((text) => text !== undefined).join("; ");
  const rest = more.length === 0 ? "" : `; and ${more.length} more`;
  throw new TableError(code, `does not fit its schema: ${shown}${rest}`, { cause: issues });
}

function describeIssue({ message, path = [] }: Issue): string {
  const names = path.map((part) => String(typeof part === "object" ? part.key : part));
  return names.length === 0 ? message : `${names.join(".")}: ${message}`;
}
