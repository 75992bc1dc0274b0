/** Below what V8 keeps apart as a large object, which it frees later than others. */
const usualBytes = 64 * 1024;

/** A part of a response as text, a character for each byte. */
export class Piece {
  readonly #bytes: Buffer;
  #start: number;
  #length = usualBytes;
  text: string;
  /** Where the text is read next. */
  at = 0;

  constructor(bytes: Buffer, start: number) {
    this.#bytes = bytes;
    this.#start = start;
    this.text = this.#read();
  }

  /** Whether nothing but this text is left. */
  isAt(end: string): boolean {
    return this.#start + this.at + end.length === this.#bytes.length && this.text.startsWith(end, this.at);
  }

  /** Goes on with the text from here: with more of it, if it began here. @returns whether there was more */
  renew(): boolean {
    if (this.#start + this.#length >= this.#bytes.length) return false;
    this.#length = this.at === 0 ? 4 * this.#length : usualBytes;
    this.#start += this.at;
    this.at = 0;
    this.text = this.#read();
    return true;
  }

  #read(): string {
    return this.#bytes.toString("latin1", this.#start, this.#start + this.#length);
  }
}
