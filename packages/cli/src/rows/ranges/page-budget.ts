/** Maximum total size of the pages that all readers have requested or not yet processed, in bytes. Equals the maximum size of one page. */
const maxBytes = 4 * 1024 * 1024;

/** Minimum ratio of an expected size to the previous one, so that the expected size decreases slowly after a large page. */
const memory = 0.7;

/** Lets a reader request a page only if the pages of all readers are small enough. One page at a time is always allowed. */
export class PageBudget {
  readonly #waiting: (() => void)[] = [];
  #held = 0;
  /** Expected size of the next page: that of the largest recent one. */
  #expected = maxBytes;

  /** Waits until there is room for a page. @returns a function that releases the room */
  async acquire(): Promise<() => void> {
    while (this.#held > 0 && this.#held + this.#expected > maxBytes)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const bytes = this.#expected;
    this.#held += bytes;
    return () => {
      this.#held -= bytes;
      for (const resume of this.#waiting.splice(0)) resume();
    };
  }

  /**
   * Updates the expected size after a page was read.
   * @param bytes size of the page
   */
  learn(bytes: number): void {
    this.#expected = Math.max(bytes, this.#expected * memory);
  }
}
