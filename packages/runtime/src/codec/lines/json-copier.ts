import { bufferOver } from "../../edm/node-buffer.js";

/** The JSON is not as Azure Storage writes it, and has to be parsed. */
export class UnexpectedForm extends Error {}

/** The bytes of text in ASCII. */
export function ascii(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "latin1"));
}

const quote = 34;
const backslash = 92;
const letterU = 117;
/** What follows a backslash in `JSON.stringify`, but for `u`. */
const escapes: ReadonlySet<number> = new Set(ascii('"\\bfnrt'));
/** What `\b` to `\t` stand for. */
const shortened: ReadonlySet<number> = new Set(ascii("\b\f\n\r\t"));
const hex = ascii("0123456789abcdef");
/** The smallest character that takes so many bytes in UTF-8. */
const smallest = [0, 0, 0x80, 0x800, 0x10000];

/** Bytes that one character of the source may become. */
const maxCharacter = 12;

/** 1 for a byte that is the same in a JSON string in ASCII. */
const isSame = new Uint8Array(256).fill(1, 32, 127);
isSame[quote] = 0;
isSame[backslash] = 0;

/** The number of four hexadecimal digits; NaN for anything else. */
function unitAt(source: Buffer, at: number): number {
  const digits = source.toString("latin1", at, at + 4);
  return /^[\da-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
}

/** Copies JSON in UTF-8 as JSON in ASCII: in one pass over the bytes, without making values of them. */
export class JsonCopier {
  readonly source: Buffer;
  /** Where the source is read next. */
  at = 0;
  target: Buffer;
  /** How much of the target is written. */
  length = 0;

  constructor(source: Uint8Array, targetBytes: number) {
    this.source = bufferOver(source);
    this.target = Buffer.allocUnsafe(targetBytes);
  }

  /** Passes over these bytes if they are next. */
  skip(bytes: Uint8Array): boolean {
    const { source, at } = this;
    for (let index = 0; index < bytes.length; index++) if (source[at + index] !== bytes[index]) return false;
    this.at += bytes.length;
    return true;
  }

  /** Passes over these bytes, which must be next. */
  expect(bytes: Uint8Array): void {
    if (!this.skip(bytes)) throw new UnexpectedForm();
  }

  /** Copies these bytes if they are next. */
  take(bytes: Uint8Array): boolean {
    if (!this.skip(bytes)) return false;
    this.write(bytes);
    return true;
  }

  write(bytes: Uint8Array): void {
    const target = this.#room(bytes.length);
    let { length } = this;
    for (let index = 0; index < bytes.length; index++) target[length++] = bytes[index] as number;
    this.length = length;
  }

  writeText(text: string): void {
    const target = this.#room(text.length);
    let { length } = this;
    for (let index = 0; index < text.length; index++) target[length++] = text.charCodeAt(index);
    this.length = length;
  }

  /** Copies the bytes before a place, which are in ASCII. */
  copyTo(end: number): void {
    const { source } = this;
    const target = this.#room(end - this.at);
    let { at, length } = this;
    while (at < end) target[length++] = source[at++] as number;
    this.at = at;
    this.length = length;
  }

  /** Copies the rest of a string and its closing quote, as `JSON.stringify` writes it but in ASCII. */
  copyString(): void {
    for (;;) {
      this.#copyPrintable();
      const byte = this.source[this.at] as number;
      if (byte === quote) break;
      if (isSame[byte] !== 1) this.#copyCharacter(byte);
    }
    this.#room(1)[this.length++] = quote;
    this.at++;
  }

  /** Copies characters that are the same in ASCII and JSON, if any are next. */
  #copyPrintable(): void {
    const { source } = this;
    const target = this.#room(maxCharacter);
    let { at, length } = this;
    let byte = source[at] as number;
    while (isSame[byte] === 1 && length < target.length) {
      target[length++] = byte;
      byte = source[++at] as number;
    }
    this.at = at;
    this.length = length;
  }

  #copyCharacter(first: number): void {
    this.#room(maxCharacter);
    if (first === backslash) this.#copyEscape();
    else if (first === 127) {
      this.#writeUnit(first);
      this.at++;
    } else if (first >= 0xc2 && first <= 0xf4) this.#copyUnicode(first);
    else throw new UnexpectedForm();
  }

  #copyEscape(): void {
    const name = this.source[this.at + 1] as number;
    if (name === letterU) this.#copyUnit();
    else if (escapes.has(name)) this.copyTo(this.at + 2);
    else throw new UnexpectedForm();
  }

  /** Copies `\u00e9`, or two of them for a character beyond U+FFFF. */
  #copyUnit(): void {
    const { source, at } = this;
    const unit = unitAt(source, at + 2);
    const isHigh = unit >= 0xd800 && unit < 0xdc00;
    const low = isHigh && source[at + 6] === backslash && source[at + 7] === letterU ? unitAt(source, at + 8) : unit;
    const isLow = low >= 0xdc00 && low < 0xe000;
    // `JSON.stringify` writes the others in a shorter form.
    const hasNoOther = unit >= 127 || (unit < 32 && !shortened.has(unit));
    if (isHigh !== isLow || !hasNoOther) throw new UnexpectedForm();
    this.#writeUnit(unit);
    if (isHigh) this.#writeUnit(low);
    this.at += isHigh ? 12 : 6;
  }

  #copyUnicode(first: number): void {
    const bytes = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    let code = first & (0x7f >> bytes);
    for (let index = 1; index < bytes; index++) {
      const byte = this.source[this.at + index] as number;
      if ((byte & 0xc0) !== 0x80) throw new UnexpectedForm();
      code = (code << 6) | (byte & 0x3f);
    }
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    if (isSurrogate || code > 0x10ffff || code < (smallest[bytes] as number)) throw new UnexpectedForm();
    this.at += bytes;
    if (code < 0x10000) this.#writeUnit(code);
    else {
      this.#writeUnit(0xd7c0 + (code >> 10));
      this.#writeUnit(0xdc00 + (code & 0x3ff));
    }
  }

  #writeUnit(unit: number): void {
    const { target } = this;
    target[this.length++] = backslash;
    target[this.length++] = letterU;
    for (let shift = 12; shift >= 0; shift -= 4) target[this.length++] = hex[(unit >> shift) & 15] as number;
  }

  /** Passes over the rest of a string. */
  skipString(): void {
    const { source } = this;
    let { at } = this;
    for (; source[at] !== quote; at++) {
      if (at >= source.length) throw new UnexpectedForm();
      if (source[at] === backslash) at++;
    }
    this.at = at + 1;
  }

  /** The target, with room for so many more bytes. */
  #room(bytes: number): Buffer {
    if (this.length + bytes > this.target.length) {
      const larger = Buffer.allocUnsafe(2 * (this.length + bytes));
      this.target.copy(larger, 0, 0, this.length);
      this.target = larger;
    }
    return this.target;
  }
}
