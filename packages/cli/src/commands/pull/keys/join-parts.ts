import { isTableError } from "@tablewright/runtime";
import { text as textCodec } from "@tablewright/runtime/codegen/v1";
import type { Column } from "../sample/columns.js";
import type { DraftPart, ValuePart } from "./draft-part.js";
import { jointRuns } from "./find-cuts.js";
import { makes } from "./find-parts.js";
import type { Template, TemplateValue } from "./find-template.js";
import { isEscaped, unescaped } from "./list-encodings.js";

/** Separator with which the parts of a key are joined. */
export interface Joining {
  readonly separator: string;
  /** True if each key has its own separator. Then the last value of a key may contain that key's separator. */
  readonly isOwn: boolean;
}

const maxSeparator = 8;

type Joint = readonly [text: string, weight: number];

/** Returns possible separators in a template's constants, with weights: a separator next to a value weighs more than one between words. */
function jointsOf(template: Template): Joint[] {
  return template.flatMap((text, index): Joint[] => {
    if (typeof text !== "string") return [];
    // A key that is the same in all rows shows no separator, so only `!`, the SDK's default separator, counts.
    if (template.length === 1) return text.includes("!") ? [["!", 1]] : [];
    const runs = [...text.matchAll(jointRuns)].map(({ 0: run, index: at }): Joint => {
      const isBeside = (index > 0 && at === 0) || (index < template.length - 1 && at + run.length === text.length);
      return [run, isBeside ? 1 : 0.5];
    });
    const isGap = index > 0 && index < template.length - 1 && runs.every(([run]) => run !== text);
    return isGap && !/^[\p{L}\p{Nd}]|~/u.test(text) ? [...runs, [text, 0.75]] : runs;
  });
}

/** Returns possible separators of a template's parts, the one that joins the most parts first. */
export function listSeparators(template: Template): string[] {
  const texts = new Set(jointsOf(template).flatMap(([text]) => (text.length <= maxSeparator ? text : [])));
  return [...texts].sort((one, other) => countJoins(template, other) - countJoins(template, one));
}

/** Counts the places in a template where a separator joins parts. A place with a weight below 1 counts as that fraction. */
export function countJoins(template: Template, separator: string): number {
  return jointsOf(template).reduce((sum, [text, weight]) => sum + (text === separator ? weight : 0), 0);
}

/**
 * Divides a template into parts at the separator. Returns undefined if a value contains, without an escape, the text that should end the
 * value.
 */
export function joinParts(template: Template, joining: Joining, columns: readonly Column[]): DraftPart[] | undefined {
  const loose = looseParts(template, joining.separator);
  const parts: DraftPart[] = [];
  for (const [index, { piece, touches }] of loose.entries()) {
    if (typeof piece === "string") {
      parts.push({ kind: "literal", text: piece, ...(touches && { touches }) });
      continue;
    }
    const part = encoded(piece, endOf(loose, index, joining), columns);
    if (part === undefined) return undefined;
    parts.push({ ...part, ...(touches && { touches }) });
  }
  return parts;
}

interface LoosePart {
  readonly piece: string | TemplateValue;
  readonly touches: boolean;
}

function looseParts(template: Template, separator: string): LoosePart[] {
  const parts: LoosePart[] = [];
  let isNew = true;
  const add = (piece: string | TemplateValue) => {
    parts.push({ piece, touches: !isNew });
    isNew = false;
  };
  for (const piece of template) {
    if (typeof piece !== "string") {
      add(piece);
      continue;
    }
    for (const [index, text] of (separator === "" ? [piece] : piece.split(separator)).entries()) {
      if (index > 0 && isNew) add("");
      if (index > 0) isNew = true;
      if (text !== "") add(text);
    }
  }
  if (isNew) add("");
  return parts;
}

/**
 * Returns the text that ends a value in the key, and which the value therefore cannot contain: `text` if the value is escaped, `rawText` if
 * it is not. The two differ only for the last value of a key, which no text follows. But if both keys have the same separator, an escaped
 * value escapes the separator even there.
 */
function endOf(
  parts: readonly LoosePart[],
  index: number,
  { separator, isOwn }: Joining,
): { text: string; rawText: string } {
  const next = parts[index + 1];
  if (next === undefined) return { text: isOwn ? "" : separator, rawText: "" };
  const text = !next.touches ? separator : typeof next.piece === "string" ? next.piece : "";
  return { text, rawText: text };
}

/** Returns the value with the encoding that fits its texts, either escaped or raw; undefined if neither encoding fits. */
function encoded(
  { part, texts }: TemplateValue,
  end: { readonly text: string; readonly rawText: string },
  columns: readonly Column[],
): ValuePart | undefined {
  if (part.kind === "unstored") {
    if (part.type !== "string" || part.pattern !== undefined || part.length !== undefined) return part;
    const isEscapedText =
      texts.some((text) => /~[0-9a-f]{2}/.test(text)) && texts.every((text) => isKeyText(text, end.text));
    if (isEscapedText) return { ...part, encoding: "text" };
    return texts.every((text) => isRaw(text, end.rawText)) ? part : undefined;
  }
  if (!isEscaped(part.encoding) || part.shards !== undefined) return part;
  const column = columns.find(({ name }) => name === part.column);
  if (column === undefined) return undefined;
  const isText = makes(part, column, texts, end.text);
  const canBeRaw = part.encoding === "text" && makes({ ...part, encoding: "raw" }, column, texts, end.rawText);
  if (isText) return canBeRaw ? { ...part, isAmbiguous: true } : part;
  return canBeRaw ? { ...part, encoding: "raw" } : undefined;
}

function isRaw(text: string, end: string): boolean {
  return end === "" || (text + end).indexOf(end) >= text.length;
}

/** Returns whether a text looks exactly as this SDK writes a string that is followed by `end`: with the right escapes and no others. */
function isKeyText(text: string, end: string): boolean {
  try {
    return textCodec(end).encode(unescaped(text) as never) === text;
  } catch (error) {
    if (isTableError(error)) return false;
    throw error;
  }
}
