import type { EntityId } from "@tablewright/runtime";

/** Keys of rows that moves in progress will write. If two moves of one run need the same row, they take place one after the other. */
export class KeysInUse {
  readonly #moves = new Map<string, Promise<unknown>>();

  /** Runs a move as soon as no earlier move uses any of its keys. */
  async run<Result>(keys: readonly (EntityId & { readonly table: string })[], move: () => Promise<Result>) {
    const texts = keys.map(({ table, partitionKey, rowKey }) => JSON.stringify([table, partitionKey, rowKey]));
    const inUse = () => texts.map((text) => this.#moves.get(text)).find((other) => other !== undefined);
    for (let other = inUse(); other !== undefined; other = inUse()) await other;
    const result = move();
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    for (const text of texts) this.#moves.set(text, ended);
    try {
      return await result;
    } finally {
      for (const text of texts) this.#moves.delete(text);
    }
  }
}
