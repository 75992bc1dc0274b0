import type { KeyPartSource, KeySource, PropertySource } from "@tablewright/generator";
import { type Template, templateText } from "../trace/template.js";
import type { EntityGroup } from "./group-entities.js";
import { KeyProperties } from "./key-properties.js";
import { type KeyParts, splitKeys } from "./split-keys.js";

interface DraftKeys {
  readonly separator: string;
  readonly partitionKey: KeySource;
  readonly rowKey: KeySource;
  /** Notes about the keys, which become comments of the draft. */
  readonly notes: readonly string[];
}

/**
 * Drafts both keys of an entity.
 * @param properties stored properties by name; receives the properties that only the keys contain
 */
export function draftKeys(group: EntityGroup, properties: Map<string, PropertySource>): DraftKeys {
  const { separator, partitionKey, rowKey } = splitKeys(group.partitionKey, group.rowKey);
  const drafter = new KeyDrafter(group, properties, separator);
  return {
    separator,
    partitionKey: drafter.key("partitionKey", partitionKey),
    rowKey: drafter.key("rowKey", rowKey),
    notes: drafter.notes(),
  };
}

class KeyDrafter {
  readonly #group: EntityGroup;
  readonly #separator: string;
  readonly #properties: KeyProperties;
  readonly #notes: string[] = [];
  /**
   * Names of the properties whose values are in a key without escapes and before its end, by the text that follows the value in the key.
   */
  readonly #ends = new Map<string, Set<string>>();

  constructor(group: EntityGroup, properties: Map<string, PropertySource>, separator: string) {
    this.#group = group;
    this.#separator = separator;
    this.#properties = new KeyProperties(group, properties, this.#notes);
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
    return [...this.#notes, ...rejected];
  }

  /**
   * Drafts one key of the entity.
   * @param parts literals and values between the key's separators; undefined if the separator does not split the key
   */
  key(key: "partitionKey" | "rowKey", parts: KeyParts | undefined): KeySource {
    const source = { parts: this.#parts(key, this.#group[key], parts) };
    for (const [index, part] of source.parts.slice(0, -1).entries()) {
      if (part.kind === "literal" || !this.#properties.raw.has(part.property.name)) continue;
      const next = source.parts[index + 1];
      const end = next?.kind === "literal" && next.touches ? next.text : this.#separator;
      this.#ends.set(end, (this.#ends.get(end) ?? new Set()).add(part.property.name));
    }
    return source;
  }

  /** Drafts a key as parts between separators, or else as a template without separators, or else as one text property. */
  #parts(
    key: "partitionKey" | "rowKey",
    template: Template | undefined,
    parts: KeyParts | undefined,
  ): readonly KeyPartSource[] {
    const title = key === "rowKey" ? "RowKey" : "PartitionKey";
    const draft = (part: KeyParts[number]): KeyPartSource =>
      typeof part === "string" ? { kind: "literal", text: part } : this.#properties.part(title, part);
    if (template !== undefined && parts !== undefined) return parts.map(draft);
    if (template !== undefined && isTemplate(template))
      return template.map((part, index) => ({ ...draft(part), ...(index > 0 && { touches: true as const }) }));
    const reason =
      template === undefined
        ? "no call shows its form"
        : `${templateText(template)} has no separator between its parts`;
    this.#notes.push(`uncertain: the ${title} is one text: ${reason}`);
    return [this.#properties.asText(key, undefined)];
  }
}

/** Returns whether a definition can declare a key as a template: no two values are adjacent, and keys can contain its literals. */
function isTemplate(template: Template): boolean {
  return template.every((part, index) =>
    typeof part === "string"
      ? !/[~/\\#?\u0000-\u001f\u007f-\u009f]/.test(part)
      : typeof template[index + 1] !== "object",
  );
}
