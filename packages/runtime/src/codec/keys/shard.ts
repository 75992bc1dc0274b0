import { type KeyCodec, parseDerived } from "./key-codec.js";

/** Lookup table for CRC-32, by byte, as in zip files and PNG. */
const table: Uint32Array = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** Computes the CRC-32 (ISO 3309) of a text in UTF-8. */
export function crc32(text: string): number {
  let crc = -1;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return ~Buffer.from(text).reduce(next, -1) >>> 0;
    crc = next(crc, unit);
  }
  return ~crc >>> 0;
}

function next(crc: number, byte: number): number {
  return (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] as number);
}

/**
 * Returns the shard of a value: the CRC-32 of its key text modulo `count`, zero-padded to the number of digits of `count - 1`. Shards
 * spread one hot partition over many.
 */
export function keyShard(text: string, count: number): string {
  return shardText(crc32(text) % count, count);
}

/** Formats the number of a shard, zero-padded to the number of digits of the last of `count` shards. */
export function shardText(shard: number, count: number): string {
  return String(shard).padStart(String(count - 1).length, "0");
}

/**
 * Codec that writes the number of a value's shard, one of `count`. It is computed from the text of `codec`. Several values share a shard,
 * so the value cannot be read back.
 */
export function shard({ encode }: KeyCodec, count: number): KeyCodec {
  return {
    form: `shard(${count})`,
    encode: (value) => keyShard(encode(value), count),
    parse: parseDerived,
    pattern: () => `[0-9]{${String(count - 1).length}}`,
    isDerived: true,
    shards: count,
  };
}
