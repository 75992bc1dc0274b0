import { TextDecoder } from "node:util";
import { InputError } from "../errors/input-error.js";
import { invalidEncoding, invalidLine } from "./row-line.js";

/** Maximum length of a row, in UTF-16 code units. A row of 1 MiB, the largest that the service stores, is shorter. */
const maxUnits = 16 * 1024 * 1024;

/**
 * Converts a JSON document to NDJSON; NDJSON stays as it is. A document is one of these: an array of rows, as Storage Explorer writes it;
 * an object with such an array, as the service (`value`) and `az storage entity query` (`items`) write it; or one row on several lines.
 * Each row of a document becomes one line, so the line number in an error is the row's number. Keeps no more than one row in memory.
 * @throws InputError `import.file-invalid`
 */
export async function* jsonToNdjson(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let head = Buffer.alloc(0);
  let kind: Kind | undefined;
  const document = new DocumentRows();
  for await (const chunk of chunks) {
    if (kind !== undefined) {
      yield* kind === "lines" ? [chunk] : document.add(chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    kind = kindOf(head.toString("latin1"));
    if (kind !== undefined) yield* kind === "lines" ? [head] : document.add(head);
  }
  if (kind === undefined) {
    kind = kindOf(`${head.toString("latin1")}\n`) ?? "lines";
    yield* kind === "lines" ? [head] : document.add(head);
  }
  if (kind === "document") document.end();
}

type Kind = "lines" | "document";

/** Matches the beginning of an object with an array of rows. */
const beforeRows = /^\{[^"]*(?:"(?:[^"\\]|\\.)*"[^"[]*)*"(?:value|items)"\s*:\s*\[/;

/**
 * Returns whether a text is NDJSON, in which each line is a whole object, or a document. Returns undefined if the first line with text is
 * not complete yet.
 */
function kindOf(text: string): Kind | undefined {
  const start = text.replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, "");
  if (start === "") return undefined;
  if (start.startsWith("[")) return "document";
  const end = start.indexOf("\n");
  const line = end < 0 ? start : start.slice(0, end);
  if (beforeRows.test(line)) return "document";
  if (end < 0) return undefined;
  return line.startsWith("{") && !/\}\s*$/.test(line) ? "document" : "lines";
}

/** Object of a document that has begun. */
interface OpenObject {
  at: number;
  /** True if this object contains another object, and therefore is not a row. */
  isParent: boolean;
}

/** Splits a JSON document into its rows, which are the objects that contain no other objects. */
class DocumentRows {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  readonly #open: OpenObject[] = [];
  #text = "";
  /** Position up to which the text was read. */
  #at = 0;
  #isQuoted = false;
  #arrays = 0;
  #count = 0;

  *add(chunk: Uint8Array): Generator<Uint8Array, void> {
    this.#text += this.#decode(() => this.#decoder.decode(chunk, { stream: true }));
    yield* this.#read();
    const last = this.#open.at(-1);
    const from = last === undefined || last.isParent ? this.#at : last.at;
    this.#text = this.#text.slice(from);
    this.#at -= from;
    for (const object of this.#open) object.at -= from;
    if (this.#text.length > maxUnits) throw invalidLine(this.#count + 1, "it is longer than any row");
  }

  /** Checks that the document is complete. */
  end(): void {
    this.#decode(() => this.#decoder.decode());
    if (this.#open.length === 0 && this.#arrays === 0) return;
    const help = "Copy or export the file again, then run the same command again.";
    throw new InputError("import.file-invalid", `The JSON document has no end after row ${this.#count}.`, help);
  }

  *#read(): Generator<Uint8Array, void> {
    const token = /["\\{}[\]]/g;
    for (;;) {
      token.lastIndex = this.#at;
      const found = token.exec(this.#text);
      // A backslash at the end may escape the first character of the next chunk.
      if (found?.[0] === "\\" && found.index + 1 === this.#text.length) return;
      this.#at = found === null ? this.#text.length : found.index + 1;
      if (found === null) return;
      const [character] = found;
      if (this.#isQuoted) {
        if (character === "\\") this.#at++;
        else if (character === '"') this.#isQuoted = false;
      } else if (character === '"') this.#isQuoted = true;
      else if (character === "[") this.#arrays++;
      else if (character === "]") this.#arrays--;
      else if (character === "{") {
        const parent = this.#open.at(-1);
        if (parent !== undefined) parent.isParent = true;
        this.#open.push({ at: found.index, isParent: false });
      } else if (character === "}") {
        const object = this.#open.pop();
        if (object !== undefined && !object.isParent) yield* this.#rowOf(this.#text.slice(object.at, this.#at));
      }
    }
  }

  /** Returns the line of a row. An empty object, such as `"nextMarker": {}`, is not a row and gets no line. */
  *#rowOf(json: string): Generator<Uint8Array, void> {
    if (/^\{\s*\}$/.test(json)) return;
    this.#count++;
    yield Buffer.from(`${withoutETag(json.replaceAll(/\s*\n\s*/g, " "))}\n`);
  }

  #decode(read: () => string): string {
    try {
      return read();
    } catch {
      throw invalidEncoding(`after row ${this.#count}`);
    }
  }
}

const etagMember = '"etag"\\s*:\\s*"W/(?:[^"\\\\]|\\\\.)*"';
const etagBetween = new RegExp(`,\\s*${etagMember}`);
const etagFirst = new RegExp(`(?<=^\\{\\s*)${etagMember}\\s*,`);

/** Removes the member `etag`, which `az storage entity query` adds to each row. It is the service's ETag and not a property. */
function withoutETag(row: string): string {
  return row.replace(etagBetween, "").replace(etagFirst, "");
}
