import { TableError } from "../../errors/table-error.js";
import { isError } from "../../platform/built-ins.js";
import { bufferOver } from "./node-buffer.js";

/** Compression method of JSON that is stored as bytes. */
export type Compression = "gzip" | "zstd";

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
  return new TableError(
    "decode.malformed",
    `is stored as ${bytes.length} bytes that cannot be decompressed: ${reason}`,
    {
      cause,
    },
  );
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
