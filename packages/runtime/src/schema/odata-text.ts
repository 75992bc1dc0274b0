/**
 * Condition for `$filter` that the template tag `odata` built from text and values. An object from a request body cannot pass for one,
 * because the text is in a private field.
 */
export class ODataText {
  readonly #text: string;

  /** @internal Applications write `` odata`owner eq ${owner}` ``. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the condition as OData text, for logs and for other clients. */
  toString(): string {
    return this.#text;
  }

  /** Returns the text of a condition that the tag built; undefined for any other value. */
  static textOf(value: unknown): string | undefined {
    return typeof value === "object" && value !== null && #text in value ? value.#text : undefined;
  }
}
