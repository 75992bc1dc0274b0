import { isAscii } from "node:buffer";
import { toAscii } from "../rows/row-json.js";

/** Below what V8 keeps apart as a large object. */
const maxPending = 64 * 1024;
/** The one character of ASCII that is not printable and may be in a JSON string. */
const deleted = 0x7f;

/** Lines in ASCII, written as bytes before many of them have become one large text. */
export class LineBuffer {
  #bytes: Buffer;
  #length = 0;
  #pending = "";

  /** @param bytes that all lines will probably take */
  constructor(bytes: number) {
    this.#bytes = Buffer.allocUnsafe(bytes);
  }

  /** @param line in UTF-8, a character for each byte */
  add(line: string): void {
    this.#pending += `${line}\n`;
    if (this.#pending.length > maxPending) this.#writePending();
  }

  /** All lines. */
  bytes(): Uint8Array {
    this.#writePending();
    return this.#bytes.subarray(0, this.#length);
  }

  #writePending(): void {
    const start = this.#length;
    this.#write(this.#pending);
    this.#pending = "";
    const written = this.#bytes.subarray(start, this.#length);
    if (isAscii(written) && !written.includes(deleted)) return;
    this.#length = start;
    this.#write(toAscii(written.toString()));
  }

  #write(text: string): void {
    const end = this.#length + text.length;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.ceil(1.5 * end));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.write(text, this.#length, "latin1");
    this.#length = end;
  }
}
