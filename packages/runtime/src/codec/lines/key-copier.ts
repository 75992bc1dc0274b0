import type { JsonCopier } from "./json-copier.js";

/** A key that is copied, and made a text only where it is asked for. */
export class KeyCopier {
  readonly #json: JsonCopier;
  #start = 0;
  #end = 0;
  /** Undefined until it is asked for. */
  #text: string | undefined;

  constructor(json: JsonCopier) {
    this.#json = json;
  }

  copy(): void {
    const { length: start } = this.#json;
    this.#json.copyString();
    const end = this.#json.length - 1;
    if (!this.#isSame(start, end)) this.#text = undefined;
    this.#start = start;
    this.#end = end;
  }

  /** Whether the key is that of the row before, as the PartitionKey often is. */
  #isSame(start: number, end: number): boolean {
    if (end - start !== this.#end - this.#start) return false;
    const { target } = this.#json;
    for (let at = end - 1; at >= start; at--) if (target[at] !== target[at - start + this.#start]) return false;
    return true;
  }

  get text(): string {
    this.#text ??= JSON.parse(`"${this.#json.target.toString("latin1", this.#start, this.#end)}"`) as string;
    return this.#text;
  }
}
