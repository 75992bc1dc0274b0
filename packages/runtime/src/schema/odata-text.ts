import { shared } from "../platform/copies.js";

/** Texts of all conditions that the tag `odata` has built. All copies of this package share them. */
const texts = /* @__PURE__ */ shared("odata-text/v1", () => new WeakMap<object, string>());

/**
 * Condition for `$filter` that the template tag `odata` built. Its text is kept apart from the object, so an object from a request body
 * cannot pass for a condition.
 */
export class ODataText {
  // Private, so that the compiler takes no other object for a condition.
  readonly #text: string;

  /** @internal Applications write `` odata`owner eq ${owner}` ``. */
  constructor(text: string) {
    this.#text = text;
    texts.set(this, text);
  }

  /** Returns the condition as OData text, for logs and for other clients. */
  toString(): string {
    return this.#text;
  }

  /** Returns the text of a condition that the tag built; undefined for any other value. */
  static textOf(value: unknown): string | undefined {
    return typeof value === "object" && value !== null ? texts.get(value) : undefined;
  }
}
