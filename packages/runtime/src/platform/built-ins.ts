/*
 * Checks for objects of built-in classes. `instanceof` compares with the class of one realm, but values also come from other realms: from a
 * context of `node:vm`, from Node itself where Jest or jsdom has replaced the globals, or from a stub of a test.
 */

const { getTime } = Date.prototype;
const { getPrototypeOf, prototype: plain } = Object;
const { toString: describe } = plain;
const { isView } = ArrayBuffer;

/** Returns whether the value is a Date, even an invalid one or one of another realm. */
export function isDate(value: unknown): value is Date {
  if (typeof value !== "object" || value === null) return false;
  // The call below would throw for arrays and plain objects, which takes a hundred times as long. Most values of JSON properties are such.
  if (Array.isArray(value) || getPrototypeOf(value) === plain) return false;
  try {
    // Throws unless the object is a Date. This is faster than asking for the name of its class.
    getTime.call(value as Date);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the value is a Uint8Array of any realm, such as a Buffer. */
export function isBytes(value: unknown): value is Uint8Array {
  return isView(value) && (value as Partial<Uint8Array>)[Symbol.toStringTag] === "Uint8Array";
}

/** Returns whether the value has the members of an error. A DOMException has them too. */
export function isError(value: unknown): value is Error {
  const { name, message } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof value === "object" && typeof name === "string" && typeof message === "string";
}

/** Returns the class of a Map or Set of any realm; undefined for any other value. */
export function collectionName(value: unknown): "Map" | "Set" | undefined {
  const name = describe.call(value).slice("[object ".length, -1);
  return name === "Map" || name === "Set" ? name : undefined;
}

/** Returns whether the value is a promise of any class. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" && value !== null && typeof (value as { readonly then?: unknown }).then === "function"
  );
}
