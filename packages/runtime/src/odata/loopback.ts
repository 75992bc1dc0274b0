/** Whether an address stays on this machine: there alone a token may travel over plain http. */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname;
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host) ||
    host === "[::ffff:7f00:1]"
  );
}
