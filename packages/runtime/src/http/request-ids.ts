/** Names the calls of one client, in the form of GUIDs: a random head that is the client's own, and a count. */
export class RequestIds {
  readonly #head = crypto.randomUUID().slice(0, 24);
  #count = 0;

  next(): string {
    this.#count++;
    return this.#head + this.#count.toString(16).padStart(12, "0");
  }
}
