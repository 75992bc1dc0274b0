/** Bytes of pages that are requested or held, whatever the number of readers: as many as one page may have. */
const maxBytes = 4 * 1024 * 1024;

/** How much one page tells of the size of the next ones. */
const memory = 0.7;

/** Lets readers request a page only while the pages that all of them hold are small enough; one page at a time always. */
export class PageBudget {
  readonly #waiting: (() => void)[] = [];
  #held = 0;
  /** The size to expect of the next page: that of the largest one lately. */
  #expected = maxBytes;

  /** Waits until there is room for a page. @returns what gives the room back */
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

  /** @param bytes of a page */
  learn(bytes: number): void {
    this.#expected = Math.max(bytes, this.#expected * memory);
  }
}
