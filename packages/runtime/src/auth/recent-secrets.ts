/** Maximum number of secrets to keep. When one more arrives, the oldest has long expired. */
const maxKept = 16;

/** Secrets that a credential has used, the latest last, so that errors can omit them. */
export class RecentSecrets {
  #values: readonly string[] = [];

  get values(): readonly string[] {
    return this.#values;
  }

  add(value: string): void {
    this.#values = [...this.#values.filter((other) => other !== value), value].slice(-maxKept);
  }
}
