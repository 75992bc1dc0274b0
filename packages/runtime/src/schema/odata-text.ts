/**
 * Condition of `$filter` that the tag `odata` built from text and values. No object from a request body can pass for one, because the text
 * is a private field.
 */
export class ODataText {
  readonly #text: string;

  /** @internal Applications write `` odata`owner eq ${owner}` ``. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the text, for logs and for other clients. */
  toString(): string {
    return this.#text;
  }

  /** Returns the text of a condition that the tag built; undefined for any other value. */
  static textOf(value: unknown): string | undefined {
    return typeof value === "object" && value !== null && #text in value ? value.#text : undefined;
  }
}
