/** Range of ports that systems give to no connection by themselves, from the first to the one after the last. */
const [first, end] = [20_000, 30_000];

/**
 * Returns the port for an account. A browser keeps recent queries, columns and open tabs by port, so that it finds those of the account
 * again at the next start.
 * @param endpoint URL of the account; its query string, which may have a signature, is left out
 */
export function portOfAccount(endpoint: string): number {
  const { host, pathname } = new URL(endpoint);
  return first + (hashOf(`${host}${pathname.replace(/\/$/, "")}`) % (end - first));
}

/** Returns a number that is another one for nearly every other text (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
