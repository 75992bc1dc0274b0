import type { LargeBody } from "../../schema/hooks.js";

/** Length from which V8 maps new memory for a string, in UTF-16 units. That takes longer than writing the string. */
const largeText = 128 * 1024;

/** Creates an empty body for one row, to which its large values are added. */
export function createLargeBody(): LargeBody {
  return new PartTexts();
}

class PartTexts implements LargeBody {
  readonly #texts: string[] = [];
  #length = 0;
  #bytes = 0;
  #valueBytes = 0;

  add(prefix: string, json: string, valueBytes: number, isAscii: boolean): void {
    this.#texts.push(prefix, json);
    this.#length += json.length;
    this.#bytes += Buffer.byteLength(prefix) + (isAscii ? json.length : Buffer.byteLength(json));
    this.#valueBytes += valueBytes;
  }

  readonly complete: LargeBody["complete"] = (build, entity, id, members, limits) => {
    // Concatenating is cheap: V8 joins the texts only once somebody reads the result, for example to write a transaction.
    const large = this.#texts.reduce((joined, text) => joined + text, "");
    if (this.#length < largeText || limits.reservedNames.length > 0) return build(entity, id, members + large, limits);
    const row = build(entity, id, members, limits);
    const start = row.body.slice(0, -1);
    // The sum is an upper bound of the row's size. If it exceeds the limit, `build` counts the whole row exactly.
    if (start.length * 2 + this.#valueBytes > limits.entityBytes) return build(entity, id, members + large, limits);
    return { ...row, body: `${start}${large}}`, toBytes: () => this.#toBytes(start) };
  };

  #toBytes(start: string): Uint8Array {
    const body = Buffer.allocUnsafe(Buffer.byteLength(start) + this.#bytes + 1);
    let at = body.write(start);
    for (const text of this.#texts) at += body.write(text, at);
    body.write("}", at);
    return body;
  }
}
