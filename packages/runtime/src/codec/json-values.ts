import { base64 } from "../edm/binary.js";

/* What generated `toJSON` functions call. */

export function jsonDate(value: Date): string {
  return value.toISOString();
}

export function jsonInt64(value: bigint): string {
  return value.toString();
}

export function jsonBinary(value: Uint8Array): string {
  return base64(value);
}
