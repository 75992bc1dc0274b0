import type { KeyPartSource, KeySource, PropertySource } from "@tablewright/generator";
import type { ts } from "../program/typescript.js";
import { type Template, templateLiterals, templateText } from "../trace/hole.js";
import type { EntityGroup } from "./group-entities.js";
import { evidenceOf, type KeyEvidence, type KeyName, titleOf } from "./key-choice.js";
import { KeyProperties } from "./key-properties.js";
import { isPiece, type KeyParts, splitKeys } from "./split-keys.js";

interface DraftKeys {
  readonly separator: string;
  readonly partitionKey: KeySource;
  readonly rowKey: KeySource;
  /** Notes about the keys, which become comments of the draft. */
  readonly notes: readonly string[];
  /** Evidence for each part of both keys. */
  readonly evidence: readonly KeyEvidence[];
}

/**
 * Drafts both keys of an entity.
 * @param properties the stored properties by name; those that only the keys contain are added
 * @param placeOf returns the place of a call, for notes
 */
export function draftKeys(
  group: EntityGroup,
  properties: Map<string, PropertySource>,
  placeOf: (node: ts.Node) => string,
): DraftKeys {
  const { separator, partitionKey, rowKey } = splitKeys(group.partitionKey, group.rowKey);
  const drafter = new KeyDrafter(group, separator, new KeyProperties(group, properties, placeOf));
  return {
    separator,
    partitionKey: drafter.key("partitionKey", partitionKey),
    rowKey: drafter.key("rowKey", rowKey),
    notes: drafter.notes(),
    evidence: drafter.evidence,
  };
}

class KeyDrafter {
  readonly evidence: KeyEvidence[] = [];
  readonly #group: EntityGroup;
  readonly #separator: string;
  readonly #properties: KeyProperties;
  /** Names of the properties whose values a key contains without escapes, by the text that follows the value and marks its end. */
  readonly #ends = new Map<string, Set<string>>();

  constructor(group: EntityGroup, separator: string, properties: KeyProperties) {
    this.#group = group;
    this.#separator = separator;
    this.#properties = properties;
  }

  /**
   * Returns notes on the keys. Some of them name properties whose values the client may reject: a value must not contain the text that
   * follows the value in the key, such as the separator, because that text marks the value's end. The last value of a key may contain any
   * text, because it extends to the key's end.
   */
  notes(): readonly string[] {
    const rejected = [...this.#ends].map(
      ([end, names]) => `values that contain ${JSON.stringify(end)} are rejected: ${[...names].join(", ")}`,
    );
    return [...this.#properties.notes, ...rejected];
  }

  /**
   * Drafts one key of the entity.
   * @param parts the literals and values between the key's separators; undefined if the separator does not split the key
   */
  key(key: KeyName, parts: KeyParts | undefined): KeySource {
    const source = { parts: this.#parts(key, this.#group[key], parts) };
    const others = this.#otherForms(key);
    if (others.length > 0)
      this.#properties.notes.push(`uncertain: other calls compose the ${titleOf(key)}: ${others.join(", ")}`);
    for (const [index, part] of source.parts.slice(0, -1).entries()) {
      if (part.kind === "literal" || !this.#properties.raw.has(part.property.name)) continue;
      const next = source.parts[index + 1];
      const end = next?.kind === "literal" && next.touches ? next.text : this.#separator;
      this.#ends.set(end, (this.#ends.get(end) ?? new Set()).add(part.property.name));
    }
    return source;
  }

  /** Returns the other ways in which calls of the entity compose its key from several parts, as texts for notes. */
  #otherForms(key: KeyName): readonly string[] {
    const own = templateLiterals(this.#group[key]);
    const others = this.#group.uses.flatMap((use) => {
      const template = use[key];
      const isOther = template !== undefined && template.length > 1 && templateLiterals(template) !== own;
      return isOther ? [templateText(template)] : [];
    });
    return [...new Set(others)];
  }

  /** Drafts a key as parts between separators, or else as a template without separators, or else as one text property. */
  #parts(key: KeyName, template: Template | undefined, parts: KeyParts | undefined): readonly KeyPartSource[] {
    if (template === undefined) {
      const isShown = this.#group.uses.some((use) => use[key] !== undefined);
      return this.#text(key, isShown ? "calls show different forms" : "no call shows its form", "open");
    }
    const pieces = parts ?? (isPiece(template) ? [template] : undefined);
    if (pieces === undefined)
      return this.#text(
        key,
        `${templateText(template)} has no separator between its parts`,
        evidenceOf(this.#group, key),
      );
    let value = 0;
    return pieces.flatMap((piece) =>
      piece.map((part, index): KeyPartSource => {
        const { source, evidence } =
          typeof part === "string"
            ? { source: { kind: "literal", text: part } as const, evidence: evidenceOf(this.#group, key) }
            : this.#properties.part(key, value++);
        this.evidence.push(evidence);
        return index > 0 ? { ...source, touches: true } : source;
      }),
    );
  }

  #text(key: KeyName, reason: string, evidence: KeyEvidence): readonly KeyPartSource[] {
    this.#properties.notes.push(`uncertain: the ${titleOf(key)} is one text: ${reason}`);
    this.evidence.push(evidence);
    return [this.#properties.asText(key, undefined)];
  }
}
