import type { ErrorCode } from "../../errors/error-codes.js";
import { TableError } from "../../errors/table-error.js";
import { isThenable } from "../../platform/built-ins.js";
import { base64, readBinary } from "./binary.js";
import { type Compression, compress, decompress } from "./compress.js";
import type { EdmType } from "./edm-type.js";
import { quote } from "./quote.js";
import { json, jsonText, parseJson, readString } from "./string.js";

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

/** Options of a JSON property: a schema that checks its values, and compression. */
export interface JsonRules {
  /** Returns the schema of the values. It is a function, because the module that declares the schema may import the generated class. */
  readonly schema?: (() => ValueSchema) | undefined;
  /** Compression method. If it is set, the property is an Edm.Binary; otherwise the JSON is stored as text. */
  readonly compress?: Compression | undefined;
}

/** Edm type of a JSON property whose values are checked by a schema, compressed, or both. */
export interface StoredJson extends EdmType {
  /** Converts a value to its stored content: the text of its JSON, or compressed bytes. */
  toContent(value: unknown): string | Uint8Array;
  /** Decompresses the bytes of stored JSON and returns the value; absent if the JSON is stored as text. */
  fromBytes?(bytes: Uint8Array): unknown;
}

/** Creates the Edm type of a JSON property with a schema, compression, or both. */
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

/** Result of a validation by a Standard Schema: the value, or the issues. @see https://standardschema.dev/schema */
interface Result {
  readonly value?: unknown;
  readonly issues?: readonly Issue[] | undefined;
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * Validates a value by a schema, and returns the schema's output, which may contain defaults, for example.
 * @throws TableError `code` if the value does not fit the schema; `value.asynchronous-schema` if the schema returns a promise
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
