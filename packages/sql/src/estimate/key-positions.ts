const digits = "0123456789";
const hexadecimal = ["abcdef", "ABCDEF"];
const letters = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Maximum number of characters, after the common prefix, on which a position depends. A double holds about 16 decimal digits. */
const depth = 12;

/**
 * Maps texts to numbers from 0 to 1 that keep the order of the texts. It assumes that all texts of the same kind are equally likely. After
 * the prefix that the learned texts share, a character may be any that one of them has at this index, or any of the same kind (digits,
 * letters, hexadecimal digits).
 */
export class KeyPositions {
  /** Longest text with which all learned texts begin. */
  prefix = "";
  /** Characters of the learned texts by their index in the text. */
  readonly #used: Set<string>[] = [];
  /** Characters that texts are assumed to have after the prefix, in their order. */
  #alphabets: readonly (readonly string[])[] = [];

  learn(texts: readonly string[]): void {
    const [first] = texts;
    if (first === undefined) return;
    this.prefix = texts.reduce(sharedPrefix, this.#used.length === 0 ? first : this.prefix);
    for (const text of new Set(texts)) {
      for (const [index, character] of [...text.slice(0, maxLength)].entries()) {
        this.#used[index] ??= new Set();
        this.#used[index].add(character);
      }
    }
    this.#alphabets = alphabetsOf(this.#used.slice(this.prefix.length, this.prefix.length + depth));
  }

  /** Returns the position of a text; undefined stands for the end of all texts. */
  of(text: string | undefined): number {
    if (text === undefined || (text > this.prefix && !text.startsWith(this.prefix))) return 1;
    let position = 0;
    let width = 1;
    for (const [index, alphabet] of this.#alphabets.entries()) {
      const character = text[this.prefix.length + index];
      if (character === undefined) break;
      width /= alphabet.length;
      const rank = alphabet.findIndex((each) => each >= character);
      position += (rank === -1 ? alphabet.length : rank) * width;
    }
    return position;
  }

  /** Returns a text that is after all texts beginning like the learned ones; undefined if there is none. */
  end(): string | undefined {
    const last = this.prefix === "" ? this.#alphabets[0]?.at(-1) : this.prefix;
    const code = last?.charCodeAt(last.length - 1);
    // After 0xD7FF come halves of characters, which no key can end with.
    if (last === undefined || code === undefined || code >= 0xd7ff) return undefined;
    return last.slice(0, -1) + String.fromCharCode(code + 1);
  }

  /**
   * Returns a text between two; undefined if they are too close to each other.
   * @param share the distance from `from`, as a share of the distance between the two
   */
  between(from: string, end: string | undefined, share: number): string | undefined {
    const isBetween = (text: string) => text > from && (end === undefined || text < end);
    let rest = this.of(from) + (this.of(end) - this.of(from)) * share;
    let text = this.prefix;
    for (const alphabet of this.#alphabets) {
      if (isBetween(text)) break;
      const rank = Math.min(Math.floor(rest * alphabet.length), alphabet.length - 1);
      text += alphabet[rank];
      rest = rest * alphabet.length - rank;
    }
    return isBetween(text) ? text : undefined;
  }
}

/** Number of characters that are learned from each text. */
const maxLength = 100;

function sharedPrefix(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

/**
 * Returns the characters that texts are assumed to have at each index, in their order: those seen there, and all others of the same kind.
 * If both digits and letters were seen at any index, as in hashes and Guids, an index with digits may have these letters too.
 */
function alphabetsOf(used: readonly ReadonlySet<string>[]): string[][] {
  const mixed = used.filter((each) => hasAnyOf(each, digits)).flatMap(kindsOf);
  return used.map((each) => {
    const kinds = hasAnyOf(each, digits) ? mixed : kindsOf(each);
    return [...new Set([...each, ...kinds.join("")])].sort();
  });
}

/** Returns the kinds of characters of which some are used. */
function kindsOf(used: ReadonlySet<string>): string[] {
  const kinds = letters.map((kind, place) => {
    const short = hexadecimal[place] as string;
    return hasAnyOf(used, digits) && !hasAnyOf(used, kind.slice(short.length)) ? short : kind;
  });
  return [digits, ...kinds].filter((kind) => hasAnyOf(used, kind));
}

function hasAnyOf(used: ReadonlySet<string>, kind: string): boolean {
  return [...kind].some((character) => used.has(character));
}
