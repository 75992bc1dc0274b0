import { Buffer } from "./buffer.js";
import { sha256 } from "./sha256.js";

/* Stand-ins for Node's globals and modules, for platforms without them. scripts/bundle.ts puts them in their places. */

type Input = string | Uint8Array;

const bytesOf = (input: Input): Uint8Array => (typeof input === "string" ? Buffer.from(input) : input);

function hash(_algorithm: "sha256", input: Input, encoding: "base64" | "binary" | "buffer") {
  const digest = Buffer.from(sha256(bytesOf(input)));
  return encoding === "buffer" ? digest : digest.toString(encoding === "binary" ? "latin1" : encoding);
}

/** Returns whether two byte arrays are equal. It always compares all bytes, so that an attacker cannot measure where they differ. */
function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.reduce((difference, byte, n) => difference | (byte ^ (other[n] ?? -1)), 0) === 0;
}

// These globals are read now, because a test may replace them later.
const { clearTimeout, crypto, setTimeout } = globalThis;

const nodeCrypto = {
  hash,
  timingSafeEqual,
  randomUUID: () => crypto.randomUUID(),
  getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
};

const modules: Readonly<Record<string, object>> = { "node:crypto": nodeCrypto };

export const process = {
  env: {} as Readonly<Record<string, string | undefined>>,
  // biome-ignore lint/suspicious/noConsole: The web has no other place for warnings.
  emitWarning: (text: string) => console.warn(text),
  getBuiltinModule: (name: string) => modules[name],
};

const setImmediate = (callback: () => void): unknown => setTimeout(callback, 0);

/** Exports of `node:timers`. */
export { clearTimeout, setImmediate, setTimeout };

/** Replaces the class of `node:async_hooks`, because the web has no asynchronous contexts. */
export class AsyncResource {
  runInAsyncScope<Args extends unknown[]>(
    callback: (...args: Args) => unknown,
    self?: unknown,
    ...args: Args
  ): unknown {
    return callback.apply(self, args);
  }
}

/** Replaces `channel` of `node:diagnostics_channel`. Returns a channel that nothing subscribes to. */
export function channel(): { readonly hasSubscribers: false } {
  return { hasSubscribers: false };
}
