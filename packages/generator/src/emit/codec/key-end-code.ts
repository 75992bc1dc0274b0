import { type KeyModel, type KeyProperty, keyPieces } from "../../model/keys/key-model.js";
import { stringLiteral } from "../source-text.js";
import { encodeCode, valueCode } from "./key-code.js";

/**
 * Emits the expression that the generated function `partitionKeyEnd` or `rowKeyEnd` returns. The function is called for each row that is
 * read. It compares the stored `key` from position `at` on with the properties of `variable`, without building a key, and returns the
 * position after the last part, or -1 if they differ. `keyEndCode` returns undefined for a key without a number or Date that is quicker to
 * compare in this way.
 */
export function keyEndCode(model: KeyModel, variable: string): string | undefined {
  const found = keyPieces(model);
  if (!found.some((piece) => typeof piece !== "string" && numberCode(piece, "", "") !== undefined)) return undefined;
  const first = found.findIndex((piece) => typeof piece !== "string");
  return found.slice(first).reduce<string>((at, piece) => afterCode(piece, at, variable), "at");
}

/** Emits the expression that checks one piece of a key from position `at` on. Its value is the position after the piece, or -1. */
function afterCode(piece: string | KeyProperty, at: string, variable: string): string {
  if (typeof piece === "string") return `$.after(key, ${at}, ${stringLiteral(piece)})`;
  const text = () => `$.after(key, ${at}, ${encodeCode(piece, variable)})`;
  return numberCode(piece, at, valueCode(piece.property, variable)) ?? text();
}

/** Emits the expression that checks a number or a Date in a key without formatting it as text; undefined for any other part. */
function numberCode({ property, encoding, width, shards }: KeyProperty, at: string, value: string): string | undefined {
  if (shards !== undefined) return undefined;
  const { type, as } = property;
  const operand = value.includes(" ") ? `(${value})` : value;
  if (encoding === "pad" && (type === "int32" || as === "number"))
    return `$.afterNumber(key, ${at}, ${width}, ${value})`;
  if (encoding === "asc" && type === "int32") return `$.afterNumber(key, ${at}, 10, ${operand} + 2147483648)`;
  if (encoding === "desc" && type === "int32") return `$.afterNumber(key, ${at}, 10, 2147483647 - ${operand})`;
  if (encoding === "asc" && as === "date") return `$.afterTicksAsc(key, ${at}, ${value})`;
  if (encoding === "desc" && as === "date") return `$.afterTicksDesc(key, ${at}, ${value})`;
  return undefined;
}
