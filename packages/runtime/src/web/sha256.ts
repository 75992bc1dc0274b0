/** SHA-256 for platforms whose only implementation, Web Crypto, is asynchronous. https://csrc.nist.gov/pubs/fips/180-4/upd1/final */

const blockBytes = 64;

/** Returns the constants of SHA-256: for each of the first `count` primes, the first 32 bits of the fractional part of its root. */
function rootBits(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes.map((prime) => ((root(prime) % 1) * 2 ** 32) | 0);
}

const initial = /* @__PURE__ */ rootBits(8, Math.sqrt);
const constants = /* @__PURE__ */ rootBits(64, Math.cbrt);

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Returns the SHA-256 of a message, 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / blockBytes) * blockBytes);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const state = Int32Array.from(initial);
  const words = new Int32Array(64);
  for (let start = 0; start < padded.length; start += blockBytes) {
    for (let n = 0; n < 16; n++) words[n] = view.getInt32(start + n * 4);
    addBlock(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [n, word] of state.entries()) digest.setInt32(n * 4, word);
  return new Uint8Array(digest.buffer);
}

function addBlock(state: Int32Array, words: Int32Array): void {
  const word = (n: number) => words[n] as number;
  for (let n = 16; n < 64; n++) {
    const [x, y] = [word(n - 15), word(n - 2)];
    const [s0, s1] = [rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3), rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10)];
    words[n] = word(n - 16) + s0 + word(n - 7) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (constants[n] as number) + word(n)) | 0;
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [n, value] of [a, b, c, d, e, f, g, h].entries()) state[n] = (state[n] as number) + value;
}
