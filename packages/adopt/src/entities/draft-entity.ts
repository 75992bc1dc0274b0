import type { EntitySource, KeyEncoding, KeyPartSource, KeySource, PropertySource } from "@tablewright/generator";
import { typescript } from "../program/typescript.js";
import type { EdmName } from "../report.js";
import { isTimeUnit } from "../trace/computed.js";
import type { HoleConversion, TimeUnit } from "../trace/hole-conversion.js";
import type { ShapeProperty } from "../trace/shape.js";
import { type Hole, type Template, templateText } from "../trace/template.js";
import type { EntityGroup } from "./group-entities.js";
import { type KeyParts, splitKeys } from "./key-parts.js";
import type { EntityKind } from "./name-entities.js";

const builders: Readonly<Record<EdmName, PropertySource["type"]>> = {
  String: "string",
  Boolean: "boolean",
  Int32: "int32",
  Int64: "int64",
  Double: "double",
  DateTime: "dateTime",
  Guid: "guid",
  Binary: "binary",
};

/** Drafts an entity definition from what the calls of a program show, with comments on what is uncertain. */
export function draftEntity(
  table: string,
  name: string,
  group: EntityGroup,
  kind: EntityKind | undefined,
): EntitySource {
  const draft = new Draft(group, kind);
  const { separator, partitionKey, rowKey } = splitKeys(group.partitionKey, group.rowKey);
  const keys = {
    partitionKey: draft.key("partitionKey", group.partitionKey, partitionKey, separator),
    rowKey: draft.key("rowKey", group.rowKey, rowKey, separator),
  };
  return {
    name,
    table,
    kind: kind?.value,
    kindProperty: kind?.property ?? false,
    separator,
    unknownProperties: "drop",
    properties: [...draft.properties.values()],
    ...keys,
    notes: draft.notes(),
    undeclared: group.gaps.map((gap) => `uncertain: there may be more properties: ${gap}`),
  };
}

/**
 * State of a definition that is being drafted. Building a key can add properties, so `properties` is complete only once both keys are
 * built.
 */
class Draft {
  readonly properties = new Map<string, PropertySource>();
  /** Notes about the keys, which become comments of the draft. */
  readonly #notes: string[] = [];
  /** Names of the properties whose values are in a key without escapes. */
  readonly #raw = new Set<string>();
  /** Names of the properties in `#raw` that are not at the end of their key, by the text that follows the value there. */
  readonly #ends = new Map<string, Set<string>>();
  readonly #group: EntityGroup;
  /**
   * Identity (`Hole.identity`) of the value of each property that is only in the key, by the property's name. If both keys contain the same
   * value, they share one property.
   */
  readonly #identities = new Map<string, string>();

  constructor(group: EntityGroup, kind: EntityKind | undefined) {
    this.#group = group;
    for (const [storedName, property] of group.properties) {
      if (kind?.property === storedName) continue;
      const { type, optional, certainty } = property;
      const name = buildName(storedName);
      const notes = listNotes(property);
      this.properties.set(name, {
        name,
        storedName,
        type: type === undefined ? "string" : builders[type],
        optional,
        // `@azure/data-tables` stores whole numbers as Edm.Int32, and other numbers as Edm.Double. Without `reads`, conditions do not find
        // the whole ones.
        ...(type === "Double" && certainty !== "proved" && { reads: ["Edm.Int32"] }),
        notes,
      });
    }
  }

  /**
   * Returns notes on the keys. A value that contains the text after it in the key would be read as two parts, so the client rejects it. The
   * last value of a key may contain any text, because it extends to the key's end.
   */
  notes(): readonly string[] {
    const refused = [...this.#ends].map(
      ([end, names]) => `values that contain ${JSON.stringify(end)} are rejected: ${[...names].join(", ")}`,
    );
    return [...this.#notes, ...refused];
  }

  key(
    key: "partitionKey" | "rowKey",
    template: Template | undefined,
    parts: KeyParts | undefined,
    separator: string,
  ): KeySource {
    const source = this.#key(key, template, parts);
    for (const [index, part] of source.parts.slice(0, -1).entries()) {
      if (part.kind === "literal" || !this.#raw.has(part.property.name)) continue;
      const next = source.parts[index + 1];
      const end = next?.kind === "literal" && next.touches ? next.text : separator;
      this.#ends.set(end, (this.#ends.get(end) ?? new Set()).add(part.property.name));
    }
    return source;
  }

  #key(key: "partitionKey" | "rowKey", template: Template | undefined, parts: KeyParts | undefined): KeySource {
    const title = key === "rowKey" ? "RowKey" : "PartitionKey";
    if (template !== undefined && parts === undefined && isTemplate(template)) {
      return {
        parts: template.map((part, index) => ({
          ...(typeof part === "string" ? { kind: "literal" as const, text: part } : this.#part(title, part)),
          ...(index > 0 && { touches: true as const }),
        })),
      };
    }
    if (template === undefined || parts === undefined) {
      const reason =
        template === undefined
          ? "no call shows its form"
          : `${templateText(template)} has no separator between its parts`;
      this.#notes.push(`uncertain: the ${title} is one text: ${reason}`);
      return { parts: [this.#asText(key, undefined)] };
    }
    return {
      parts: parts.map((part) =>
        typeof part === "string" ? { kind: "literal", text: part } : this.#part(title, part),
      ),
    };
  }

  #part(title: string, hole: Hole): KeyPartSource {
    const { form, width } = hole;
    const [stored, property] = findStoredProperty(hole, this.#group);
    const name = buildName(stored ?? hole.name ?? (form === "text" ? "id" : "part"));
    const taken = property !== undefined && property.identity !== hole.identity;
    if (taken) this.#notes.push(`uncertain: ${name} in the ${title} is assumed to be the property of that name`);
    const encoding = chooseEncoding(hole, property);
    if (encoding === undefined) {
      if (form !== "text")
        this.#notes.push(`the ${title} has ${name} as text: ${formNotes[form] ?? "the program computes it"}`);
      return this.#asText(property === undefined ? name : `${name}Key`, hole);
    }
    if (encoding === "raw") this.#raw.add(name);
    const isNumber = encoding === "pad" && (property === undefined || property.type === "Double");
    // An Edm.Int32 has at most 10 digits.
    const padded = {
      type: width !== undefined && width > 10 ? "int64" : "int32",
      reads: [] as readonly string[],
      notes: ["uncertain: a whole number, since the key pads it"],
    } as const;
    const known = this.properties.get(name) ?? { name, storedName: name, type: "int32", keyOnly: true };
    this.properties.set(name, { ...known, optional: false, ...(isNumber ? padded : {}) });
    return {
      kind: "property",
      encoding,
      property: { name },
      ...(encoding === "pad" && width !== undefined ? { width } : {}),
    };
  }

  /** Adds a string property that is only in the key. Returns the key part for it, which has no escapes. */
  #asText(wanted: string, hole: Hole | undefined): KeyPartSource {
    const identity = hole?.identity ?? wanted;
    let name = wanted;
    while (this.properties.has(name) && this.#identities.get(name) !== identity) name = `${name}Key`;
    this.#identities.set(name, identity);
    if (hole === undefined || (hole.form === "text" && !typescript.isCallExpression(hole.node))) this.#raw.add(name);
    this.properties.set(name, { name, storedName: name, type: "string", keyOnly: true });
    return { kind: "property", encoding: "raw", property: { name } };
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

/** Returns the key encoding that writes a property as the same text as the program does; undefined if there is none. */
function chooseEncoding(
  { form, name, width, max }: Hole,
  property: ShapeProperty | undefined,
): KeyEncoding | undefined {
  const type = property?.type;
  if (max !== undefined)
    return isTimeUnit(form) || form === "number" ? chooseDescending(form, max, width, type) : undefined;
  if (form === "padded") {
    const isWhole = type === "Int32" || type === "Int64" || (type === "Double" && property?.certainty === "likely");
    return isWhole || (property === undefined && name !== undefined) ? "pad" : undefined;
  }
  if (form === "number" && (type === "Int32" || type === "Int64")) return ".text";
  if (form === "iso" && type === "DateTime") return ".iso";
  if (form === "hex" && width !== undefined && (type === "Int32" || type === "Int64")) return `.hex(${width})`;
  if (type === "DateTime" && (form === "hour" || form === "day" || form === "month" || form === "year")) return form;
  if (type === "DateTime" && form === "minute") return ".format(\"yyyy-MM-dd'T'HH:mm\")";
  if (type === "DateTime" && form === "second") return ".format(\"yyyy-MM-dd'T'HH:mm:ss\")";
  if (type === "DateTime" && isTimeUnit(form)) return width === undefined ? `.${form}` : `.${form}.pad(${width})`;
  if (type === "String" && form === "sha256") return width === undefined ? ".sha256" : `.sha256(${width})`;
  if (type === "String" && form === "md5") return ".md5";
  if (type === "String" && form === "upper") return ".upper";
  if (type === "String" && form === "lower") return "lower";
  return type === "String" && form === "text" ? "raw" : undefined;
}

/** Largest values to expect of a number in a key: 2³¹ for Int32, and the times until 2100. */
const greatest: Readonly<Record<TimeUnit | "number", bigint>> = {
  number: 2n ** 31n,
  milliseconds: 4_102_444_800_000n,
  seconds: 4_102_444_800n,
  minutes: 68_374_080n,
  days: 47_482n,
};

/**
 * Returns the key encoding of a number that is subtracted from a maximum, such as `.desc(999)`; undefined if there is none, or if the
 * result can have fewer digits than the maximum.
 */
function chooseDescending(
  form: TimeUnit | "number",
  max: bigint,
  width: number | undefined,
  type: ShapeProperty["type"],
): KeyEncoding | undefined {
  if ((width ?? String(max - greatest[form]).length) !== String(max).length) return undefined;
  if (form === "number") return type === "Int32" || type === "Int64" ? `.desc(${max})` : undefined;
  return type === "DateTime" ? `.${form}.desc(${max})` : undefined;
}

const formNotes: Partial<Record<HoleConversion, string>> = {
  number: "a number without zeros before it, so that 10 comes before 9",
  padded: "a padded number",
  iso: "an ISO date",
  hex: "a hexadecimal number",
  lower: "lower case",
  upper: "upper case",
  milliseconds: "milliseconds since 1970",
  seconds: "seconds since 1970",
  minutes: "minutes since 1970",
  days: "days since 1970",
  sha256: "a hash",
  md5: "a hash",
  second: "a second",
  minute: "a minute",
  hour: "an hour",
  day: "a day",
  month: "a month",
  year: "a year",
};

/**
 * Finds the stored property whose value a key contains: the one with the same identity (`Hole.identity`), or else the one with the same
 * name. Returns its name and the property; twice `undefined` if there is none.
 */
function findStoredProperty(
  hole: Hole,
  { properties }: EntityGroup,
): readonly [string, ShapeProperty] | readonly [undefined, undefined] {
  const all = [...properties];
  const same = all.find(([, property]) => property.identity !== undefined && property.identity === hole.identity);
  return same ?? all.find(([name]) => name === hole.name) ?? [undefined, undefined];
}

function listNotes({ type, certainty, notes }: ShapeProperty): readonly string[] {
  if (certainty === "proved") return notes;
  const reason = type === undefined ? "its type is not known" : "only its TypeScript type says so";
  return [`uncertain: ${notes.length === 0 ? reason : notes.join(": ")}`];
}

/**
 * Returns a TypeScript name for a stored property. Replaces a name that is reserved, such as `constructor` or `then`. The stored name
 * stays.
 */
function buildName(stored: string): string {
  const name = stored.replace(/[^\p{L}\p{N}_]/gu, "_");
  return /^(constructor|toJSON|then|__proto__|\d.*)$/.test(name) ? `${name}Value` : name;
}
