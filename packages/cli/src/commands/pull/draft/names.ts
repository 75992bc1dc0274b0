/** Members that every object inherits, or that a promise or JSON looks up. No class can have properties of these names. */
const classMembers: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), "toJSON", "then"]);

const identifier = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** Gives each name once. Appends a number to a repeated name. */
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

/** Returns the class member for a stored name: the stored name itself if a class can have it. */
export function propertyName(stored: string): string {
  const name = stored.replace(/[^\p{ID_Continue}]/gu, "_");
  const valid = identifier.test(name) ? name : `_${name}`;
  return classMembers.has(valid) ? `${valid}_` : valid;
}

/** Converts `order-line`, `ORDER_LINE` or `orderLine` to `OrderLine`. */
export function entityName(text: string): string {
  const words = text.match(/[\p{L}\p{Nd}]+/gu) ?? [];
  const name = words
    .map((word) => (/\p{Ll}/u.test(word) ? word : word.toLowerCase()))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return /^\p{ID_Start}/u.test(name) ? name : `Row${name}`;
}
