/**
 * Returns `node:crypto`, which the first call loads: a static import would be a third of the cost of importing this package. The global
 * `crypto` is not used, because tests replace it, and values must stay random.
 */
export function nodeCrypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}

/** Creates a random GUID, in lower case. */
export function randomUuid(): `${string}-${string}-${string}-${string}-${string}` {
  return nodeCrypto().randomUUID();
}

/** Fills the array with random bytes, and returns it. */
export function randomBytes<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  return nodeCrypto().getRandomValues(bytes);
}
