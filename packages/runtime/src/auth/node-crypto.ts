/**
 * Node's `crypto`, loaded when something is first signed: as an import it would be a third of what loading this package
 * costs.
 */
export function nodeCrypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}
