/** Members that every object inherits, or that a promise and JSON look for: no class can have properties of these names. */
const classMembers: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), "toJSON", "then"]);

const identifier = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** Names that are given once, with a number behind those that come again. */
export class UniqueNames {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  take(name: string): string {
    let free = name;
    for (let number = 2; this.#taken.has(free); number++) free = `${name}${number}`;
    this.#taken.add(free);
    return free;
  }
}

/** A stored name as that of a class member: the same wherever a class can have it. */
export function propertyName(stored: string): string {
  const name = stored.replace(/[^\p{ID_Continue}]/gu, "_");
  const valid = identifier.test(name) ? name : `_${name}`;
  return classMembers.has(valid) ? `${valid}_` : valid;
}

/** `order-line`, `ORDER_LINE` and `orderLine` as `OrderLine`. */
export function entityName(text: string): string {
  const words = text.match(/[\p{L}\p{Nd}]+/gu) ?? [];
  const name = words
    .map((word) => (/\p{Ll}/u.test(word) ? word : word.toLowerCase()))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return /^\p{ID_Start}/u.test(name) ? name : `Row${name}`;
}
