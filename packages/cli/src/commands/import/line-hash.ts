import { newChecksum } from "../../files/manifest.js";

/** Length of the text that is hashed at once, in UTF-16 code units. */
const unitsAtOnce = 64 * 1024;

/** SHA-256 of lines, each with a line feed. Hashes many lines at once, because a call for each of a million short lines is slow. */
export class LineHash {
  readonly #hash = newChecksum();
  /** Lines that are not hashed yet. */
  #text = "";

  add(line: string): void {
    if (line.length < unitsAtOnce) this.#text += `${line}\n`;
    else {
      this.#hashAll();
      this.#hash.update(line).update("\n");
    }
    if (this.#text.length >= unitsAtOnce) this.#hashAll();
  }

  /** Returns the hash of the lines so far, in hex. */
  digest(): string {
    this.#hashAll();
    return this.#hash.copy().digest("hex");
  }

  #hashAll(): void {
    this.#hash.update(this.#text);
    this.#text = "";
  }
}
