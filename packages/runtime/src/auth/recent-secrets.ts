/** How many are kept: by then the earliest have ended. */
const maxKept = 16;

/** The secrets that a credential has used, the latest last, so that errors can leave them out. */
export class RecentSecrets {
  #values: readonly string[] = [];

  get values(): readonly string[] {
    return this.#values;
  }

  add(value: string): void {
    this.#values = [...this.#values.filter((other) => other !== value), value].slice(-maxKept);
  }
}
