import type { ErrorCode } from "../../errors/error-codes.js";
import { TableError } from "../../errors/table-error.js";
import { isError, isThenable } from "../../platform/built-ins.js";
import { bufferOver } from "../../platform/node.js";
import { base64, readBinary } from "./binary.js";
import type { EdmType } from "./edm-type.js";
import { json, jsonText, parseJson, quote, readString } from "./string.js";

/**
 * Part of a Standard Schema that checks values. Zod, Valibot and ArkType schemas have it.
 * @see https://standardschema.dev
 */
interface ValueSchema {
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
interface StoredJson extends EdmType {
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

/** Compression method of JSON that is stored as bytes. */
type Compression = "gzip" | "zstd";

/**
 * Maximum size of uncompressed JSON, in bytes. It also limits decompression, because a small stored value could otherwise make a program
 * allocate any amount of memory.
 */
const maxTextBytes = 64 * 1024 * 1024;

type Run = (bytes: Uint8Array, options?: { readonly maxOutputLength: number }) => Uint8Array;

/** Part of `node:zlib` that this file uses. Zstandard needs Node.js 22.15. */
type Zlib = Readonly<Partial<Record<"gzipSync" | "gunzipSync" | "zstdCompressSync" | "zstdDecompressSync", Run>>>;

/**
 * Compresses JSON text to the bytes of an Edm.Binary. Synchronous, because all encoding of rows is.
 * @throws TableError `compression.not-available`, `value.too-long`
 */
export function compress(text: string, compression: Compression): Uint8Array {
  const bytes = Buffer.from(text);
  if (bytes.length > maxTextBytes)
    throw new TableError("value.too-long", `has ${bytes.length} bytes of JSON; the limit is ${maxTextBytes}`);
  const { gzipSync, zstdCompressSync } = zlib();
  const run = compression === "gzip" ? gzipSync : zstdCompressSync;
  if (run === undefined) throw notAvailable(compression);
  return run(bytes);
}

/**
 * Decompresses bytes that {@link compress} returned. Their first bytes show the method, so values stay readable if the definition changes
 * it.
 * @throws TableError `compression.not-available`, `decode.malformed`
 */
export function decompress(bytes: Uint8Array): string {
  const compression = findCompression(bytes);
  if (compression === undefined) throw malformed(bytes, "it is neither gzip nor zstd");
  const { gunzipSync, zstdDecompressSync } = zlib();
  const run = compression === "gzip" ? gunzipSync : zstdDecompressSync;
  if (run === undefined) throw notAvailable(compression);
  try {
    return bufferOver(run(bytes, { maxOutputLength: maxTextBytes })).toString();
  } catch (cause) {
    throw malformed(bytes, isError(cause) ? cause.message : String(cause), cause);
  }
}

/**
 * Recognizes gzip and zstd by the first bytes; undefined for any other bytes.
 * @see https://www.rfc-editor.org/rfc/rfc1952#page-6
 * @see https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1
 */
function findCompression([first, second, third, fourth]: Uint8Array): Compression | undefined {
  if (first === 0x1f && second === 0x8b) return "gzip";
  return first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd ? "zstd" : undefined;
}

function malformed(bytes: Uint8Array, reason: string, cause?: unknown): TableError {
  const problem = `is stored as ${bytes.length} bytes that cannot be decompressed: ${reason}`;
  return new TableError("decode.malformed", problem, { cause });
}

function notAvailable(compression: Compression): TableError {
  const since =
    compression === "zstd" ? "Node.js has it since 22.15; use gzip, or upgrade" : "Node.js, Bun and Deno have it";
  return new TableError("compression.not-available", `needs ${compression}, which this platform lacks; ${since}`);
}

/** Returns `node:zlib`, or an empty object if the platform lacks it. An `import` would be part of every bundle, even one for browsers. */
function zlib(): Zlib {
  return (globalThis.process?.getBuiltinModule?.("node:zlib") as Zlib | undefined) ?? {};
}
