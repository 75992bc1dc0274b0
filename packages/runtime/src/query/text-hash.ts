/**
 * A hash of 64 bits that tells texts apart; no protection against someone who wants two to be equal.
 * FNV-1a over UTF-16 units, twice with different offsets.
 * @see https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
 */
export function textHash(text: string): string {
  return fnv(text, 0x811c9dc5) + fnv(text, 0x050c5d1f);
}

function fnv(text: string, offset: number): string {
  let hash = offset;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ (text.charCodeAt(index) & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (text.charCodeAt(index) >>> 8), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
