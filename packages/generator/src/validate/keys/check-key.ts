import { didYouMean, quote, quoteCharacter } from "../../diagnostics/wording.js";
import { isDerivedPartDraft } from "../../model/keys/build-key.js";
import { argumentProblem, keyFormats, parseEncoding } from "../../model/keys/key-encoding.js";
import { findSeparatorStart, forbiddenInKeys } from "../../model/keys/key-text.js";
import { findEscaped, type KeySeparator } from "../../model/keys/separator.js";
import type { Found, KeyDraft, KeyPartDraft, PropertyDraft } from "../../read/entity/entity-draft.js";
import type { CheckContext } from "../check-context.js";
import { checkLargest, checkPad } from "./check-pad.js";

export type KeyName = "PartitionKey" | "RowKey";

/** State shared by the checks of both keys of an entity. */
export interface KeyContext extends CheckContext {
  readonly separator: KeySeparator;
  readonly properties: ReadonlyMap<string, PropertyDraft>;
  /** Returns whether a missing property might still be declared, because some of the declarations could not be read. */
  readonly mayBeDeclared: (name: string) => boolean;
  /**
   * Properties whose values are in the key parts checked so far, each with the key that contains it. If both keys do, it is the one checked
   * last.
   */
  readonly used: Map<string, KeyName>;
  /** Properties of which a key part checked so far contains only a text derived from the value, such as a hash. */
  readonly derived: Set<string>;
}

/** Checks the parts of a PartitionKey or RowKey, each together with the text after it. Reports the errors. */
export function checkKey(context: KeyContext, key: KeyName, draft: KeyDraft): void {
  const { entity, report } = context;
  if (draft.parts.length === 0) {
    const message = `The ${key} of "${entity}" has no parts.`;
    report.add("key.empty", draft.place, message, 'Name a literal or a property; a key that is always empty is [""].');
  }
  checkStart(context, key, draft);
  const escaped = findEscaped(draft, [...context.properties.values()]);
  for (const [index, part] of draft.parts.entries()) {
    const next = draft.parts[index + 1];
    if (part.kind === "literal") {
      const isInTemplate = part.touches === true || next?.touches === true;
      checkLiteral(context, key, part, isInTemplate, escaped);
    } else {
      checkProperty(context, key, part, endBefore(next, context.separator.text));
    }
  }
}

/** Returns the text that follows a property in the key: the separator, or the literal after it in a template; empty if there is none. */
function endBefore(next: KeyPartDraft | undefined, separator: string): string {
  if (next === undefined) return "";
  if (!next.touches && separator !== "") return separator;
  return next.kind === "literal" ? next.text : "";
}

/** Checks that no RowKey starts with `~`, because the hidden rows of clients and `migrate` do. */
function checkStart({ entity, report }: KeyContext, key: KeyName, { parts: [first] }: KeyDraft): void {
  if (key !== "RowKey" || first?.kind !== "literal" || !first.text.startsWith("~")) return;
  const message = `The RowKey of "${entity}": the literal ${quote(first.text)} starts with "~", as the keys of hidden rows do.`;
  report.add("key.literal-character", first.place, message, "Begin the key with another character.");
}

/** @param escaped the property that the key contains as a text with escapes, which begin with `~`; undefined if there is none */
function checkLiteral(
  context: KeyContext,
  key: KeyName,
  { text, place }: { text: string } & Pick<KeyPartDraft, "place">,
  isInTemplate: boolean,
  escaped: string | undefined,
): void {
  // In a template, or in a key with its own separator, a literal may contain the separator. Another check makes sure that the whole key can
  // be read back.
  const { text: separator, isOwn } = context.separator;
  const reason = literalProblem(text, isInTemplate || isOwn ? "" : separator, escaped);
  if (reason === undefined) return;
  const message = `The ${key} of "${context.entity}": the literal ${quote(text)} contains ${reason[0]}.`;
  context.report.add("key.literal-character", place, message, reason[1]);
}

/** Returns the reason why a key cannot contain a literal, and the fix; `undefined` for a valid literal. */
function literalProblem(text: string, separator: string, escaped: string | undefined): [string, string] | undefined {
  const forbidden = forbiddenInKeys.exec(text)?.[0];
  if (forbidden !== undefined) {
    return [`${quoteCharacter(forbidden)}, which is not allowed in keys`, "Leave out / \\ # ? and control characters."];
  }
  if (escaped !== undefined && text.includes("~"))
    return [
      `"~", which starts an escape in "${escaped}"`,
      `Leave it out, or write k.${escaped}.raw, which has no escapes.`,
    ];
  if (separator !== "" && text.includes(separator))
    return [`the separator ${quote(separator)}`, "Write two parts instead."];
  const start = separator === "" ? undefined : findSeparatorStart(text, separator);
  if (start !== undefined) {
    const problem = `${quote(start)} at its end, the start of the separator ${quote(separator)}`;
    return [problem, "Leave it out, or choose another separator."];
  }
  if (/\p{Surrogate}/u.test(text))
    return ["a lone surrogate, which cannot be sent", "Write both halves of the pair, or neither."];
  return undefined;
}

/** Checks a key part that contains a property. @param end the text after the value in the key */
function checkProperty(
  context: KeyContext,
  key: KeyName,
  part: KeyPartDraft & { kind: "property" },
  end: string,
): void {
  const { entity, report } = context;
  const { value: name, place } = part.property;
  const property = context.properties.get(name);
  if (property === undefined) {
    if (context.mayBeDeclared(name)) return;
    const message = `The ${key} of "${entity}" uses "${name}", which is not a property.`;
    const help = didYouMean(name, context.properties.keys(), "Declare the property, or write a literal in quotes.");
    report.add("key.unknown-property", place, message, help);
    return;
  }
  if (isDerivedPartDraft(part, [...context.properties.values()])) {
    context.derived.add(name);
  } else if (context.used.get(name) === key) {
    const message = `"${entity}.${name}" is twice in the ${key}.`;
    report.add("key.part-repeated", place, message, "Keep it once; a key that needs no more parts can be a literal.");
  } else {
    context.used.set(name, key);
  }
  if (property.optional) {
    const message = `The ${key} of "${entity}" uses "${name}", which is optional; a key part must always have a value.`;
    report.add("key.optional-property", place, message, "Remove .optional(), or use another property.");
  }
  checkFormat(context, key, part, property, end);
  if (part.shards !== undefined) checkShards(context, key, name, part.shards);
}

const maxShards = 1000;

function checkShards(
  { entity, report }: KeyContext,
  key: KeyName,
  name: string,
  { value, place }: Found<number>,
): void {
  if (Number.isInteger(value) && value >= 2 && value <= maxShards) return;
  const message = `The ${key} of "${entity}": "${name}" needs the number of shards as a whole number from 2 to ${maxShards}.`;
  report.add("key.shard-count", place, message, "Write the number itself: .shard(16).");
}

function checkFormat(
  context: KeyContext,
  key: KeyName,
  part: KeyPartDraft & { kind: "property" },
  property: PropertyDraft,
  end: string,
): void {
  const { entity, report } = context;
  const { type } = property;
  const name = part.property.value;
  const known = keyFormats[type];
  const written = known.map((format) => (format === "" ? `k.${name}` : `k.${name}.${format}`));
  const encoding = parseEncoding(type, part.format?.value);
  if (known.length === 0 || property.options.parts !== undefined) {
    const form = known.length === 0 ? `edm.${type}` : "a value in parts";
    const message = `The ${key} of "${entity}" uses "${name}", but ${form} cannot be part of a key.`;
    report.add(
      "key.unsupported-type",
      part.property.place,
      message,
      "Use a string, guid, boolean, integer or dateTime property.",
    );
  } else if (part.format === undefined && encoding === undefined) {
    const message = `The ${key} of "${entity}" uses "${name}" without a key format; edm.${type} needs one.`;
    report.add("key.format-missing", part.property.place, message, `Write ${written.join(", ")}.`);
  } else if (part.format !== undefined && encoding === undefined) {
    const message = `The ${key} of "${entity}": edm.${type} has no key format "${part.format.value}".`;
    const help = formatHelp(part.format.value, known, written);
    report.add("key.format-unknown", part.format.place, message, help);
  } else if (encoding === "pad") {
    checkPad(context, key, part, property);
  } else if (encoding === "raw") {
    checkRaw(context, key, property, end);
    if (part.shards === undefined && end !== "") checkEnd(context, key, part, property, end);
  } else if (encoding !== undefined && part.format !== undefined) {
    const found = argumentProblem(encoding, type);
    if (found === undefined) {
      checkLargest(context, key, part, property);
      return;
    }
    const message = `The ${key} of "${entity}": "${name}": ${found.problem}.`;
    report.add("key.format-argument", part.format.place, message, found.help);
  }
}

/** Returns the fix for an unknown key format: the word that was probably meant, or the known format with its argument. */
function formatHelp(format: string, known: readonly string[], written: readonly string[]): string {
  const word = format.replace(/\(.*/, "");
  const same = written.filter((_, index) => known[index]?.replace(/\(.*/, "") === word);
  if (same.length > 0) return `Write ${same.join(" or ")}.`;
  const words = known.filter(Boolean).map((each) => each.replace(/\(.*/, ""));
  return didYouMean(format, words, `Write ${written.join(", ")}.`);
}

function checkRaw(
  { entity, report }: KeyContext,
  key: KeyName,
  { name, options }: PropertyDraft,
  separator: string,
): void {
  for (const { value, place } of options.oneOf?.value ?? []) {
    const problem = rawProblem(value, separator);
    if (problem === undefined) continue;
    const message = `"${entity}.${name.value}" is raw in the ${key}, but its value ${quote(value)} ${problem}.`;
    report.add("key.raw-value", place, message, "Remove .raw from the key part, or change the value.");
  }
}

/** Warns of a raw value that may contain the text after it. With `-`, the values `a-b` and `1` make the key `a-b-1`, for example. */
function checkEnd(
  { entity, report }: KeyContext,
  key: KeyName,
  { place }: KeyPartDraft,
  { name, options, partial }: PropertyDraft,
  end: string,
): void {
  const { oneOf, codes, length, pattern } = options;
  if (partial || (oneOf ?? codes ?? length ?? pattern) !== undefined) return;
  const message = `The ${key} of "${entity}": "${name.value}" is raw before ${quote(end)}, so a value that contains ${quote(end)} is refused when it is written.`;
  const help = `Make sure that no value contains it, remove .raw to escape it, or list the values with oneOf.`;
  report.add("key.raw-may-not-fit", place, message, help);
}

function rawProblem(value: string, separator: string): string | undefined {
  const forbidden = forbiddenInKeys.exec(value)?.[0];
  if (forbidden !== undefined) return `contains ${quoteCharacter(forbidden)}`;
  if (separator === "") return undefined;
  if (value.includes(separator))
    return `contains ${separator.length === 1 ? quoteCharacter(separator) : quote(separator)}`;
  const start = findSeparatorStart(value, separator);
  return start && `ends with ${quote(start)}, the start of the separator ${quote(separator)}`;
}
