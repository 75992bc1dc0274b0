/** Maximum number of secrets to keep. When one more arrives, the oldest one has long expired. */
const maxKept = 16;

/** Secrets that a credential has used lately, the latest last. They are kept so that they can be removed from error messages. */
export class RecentSecrets {
  #values: readonly string[] = [];

  get values(): readonly string[] {
    return this.#values;
  }

  add(value: string): void {
    this.#values = [...this.#values.filter((other) => other !== value), value].slice(-maxKept);
  }
}
