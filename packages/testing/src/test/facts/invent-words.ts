/** Words of the protocol, which are not replaced. */
const protocol = new Set(
  `Tables TableName PartitionKey RowKey Timestamp odata metadata etag type Edm String Boolean Int32 Int64 Double DateTime Guid Binary
  and not true false null datetime guid binary filter select top format skip application json minimalmetadata fullmetadata nometadata
  NextPartitionKey NextRowKey NextTableName batch comp properties acl stats restype service timeout NaN Infinity account multipart mixed
  POST GET PUT PATCH MERGE DELETE http https Prefer Accept Content Type Transfer Encoding Length return content DataServiceVersion
  If Match ID HTTP boundary changeset xml utf encoding version`.split(/\s+/),
);

/**
 * Parts of a text that are not words, or must not be changed: placeholders, escapes, numbers, tags of XML, names of headers, binary zeros.
 */
const kept = String.raw`\{(?:etag|next|batch|host)[^}]*\}|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.|<[^>]+>|^[\w-]+:(?= )|(?<=\d)T\d\d|\bA+=*(?=["'])|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const guid = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
const tokens = new RegExp(`(${guid})|(${kept})|([A-Za-z][A-Za-z0-9]*)`, "gm");

/**
 * Returns a function that replaces the words of these texts by invented ones, which sort in the same order. Leaves short words, numbers,
 * signs and the words of the protocol unchanged. Keeps the length of a long word, and its capitals.
 */
export function inventWords(texts: readonly string[]): (text: string) => string {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [, id, same, word = ""] of text.matchAll(tokens)) {
      if (id !== undefined) found.add(id);
      else if (same === undefined && !isKept(word)) found.add(word);
    }
  }
  const sorted = [...found].filter((word) => !isShouted(word, found)).sort();
  const numbers = new Map(sorted.map((word, index) => [word, String(index).padStart(3, "0")]));
  return (text) =>
    text.replaceAll(tokens, (whole, id?: string, same?: string, word = "") => {
      if (id !== undefined) return `00000000-0000-4000-8000-000000000${numbers.get(id)}`;
      if (same !== undefined || isKept(word)) return whole;
      if (isShouted(word, found)) return `W${numbers.get(word.toLowerCase())}`.toUpperCase();
      return `w${numbers.get(word)}`.padEnd(word.length > 60 ? word.length : 0, "x");
    });
}

function isKept(word: string): boolean {
  return word.length < 3 || protocol.has(word);
}

/** Returns whether a word is one of the other words in capitals. */
function isShouted(word: string, words: ReadonlySet<string>): boolean {
  return word === word.toUpperCase() && words.has(word.toLowerCase());
}
