/** Names of members that every object inherits, or that promises or `JSON.stringify` look for. A class cannot use them for properties. */
const classMembers: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), "toJSON", "then"]);

const identifierStart = /^[\p{ID_Start}_]/u;

/** Makes names unique: appends a number to a name that is already taken. */
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

/** Returns a valid class member name for a stored property name: the stored name itself if possible. */
export function propertyName(stored: string): string {
  const name = stored.replace(/[^\p{ID_Continue}]/gu, "_");
  const valid = identifierStart.test(name) ? name : `_${name}`;
  return classMembers.has(valid) ? `${valid}_` : valid;
}

/** Converts a text to an entity name: `OrderLine` for `order-line`, `ORDER_LINE` or `orderLine`. */
export function entityName(text: string): string {
  const words = text.match(/[\p{L}\p{Nd}]+/gu) ?? [];
  const name = words
    .map((word) => (/\p{Ll}/u.test(word) ? word : word.toLowerCase()))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return /^\p{ID_Start}/u.test(name) ? name : `Row${name}`;
}
