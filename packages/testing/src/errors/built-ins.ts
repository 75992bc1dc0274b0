/*
 * Checks for objects of built-in classes. `instanceof` fails for those of another realm: Jest and jsdom run tests in a realm of their own.
 */

export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === "[object Date]";
}

/** Returns whether the value is a Uint8Array, such as a Buffer. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value as Partial<Uint8Array>)[Symbol.toStringTag] === "Uint8Array";
}

/** Returns whether the value is an error and, if `name` is given, has this name. */
export function isError(value: unknown, name?: string): value is Error {
  const error = value as Partial<Error> | null;
  return typeof value === "object" && typeof error?.message === "string" && (name === undefined || error.name === name);
}
