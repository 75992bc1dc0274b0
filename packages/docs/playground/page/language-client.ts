import type { LanguageCalls } from "../messages.js";

type Waiting = (answer: never) => void;

/** Client of the worker that generates classes and knows the types. */
export class LanguageClient {
  readonly #worker = new Worker(new URL("language.js", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;

  constructor() {
    this.#worker.addEventListener("message", ({ data: [id, answer] }: MessageEvent<[number, never]>) => {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    });
  }

  ask<Name extends keyof LanguageCalls>(
    name: Name,
    ...args: Parameters<LanguageCalls[Name]>
  ): Promise<ReturnType<LanguageCalls[Name]>> {
    const id = this.#calls++;
    this.#worker.postMessage([id, name, args]);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}
