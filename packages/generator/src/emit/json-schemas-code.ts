import type { EntityModel } from "../model/entity-model.js";
import type { PropertyModel } from "../model/property-model.js";
import { chooseRepresentation } from "./codec/property-representation.js";
import { type EmitOptions, type GeneratedFile, header } from "./generated-file.js";
import { docComment } from "./source-text.js";
import { isMergeable } from "./types/property-types-code.js";

/** Name of the file with the JSON Schemas. It never clashes with that of an entity's file, because those end in `.gen.ts`. */
const fileName = "json-schemas.ts";

/** JSON Schema as plain data. */
type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Emits the file with JSON Schemas of all entities, in the dialect of OpenAPI 3.1. The file is plain data that imports nothing. The index
 * file does not export it, so that only programs that need the schemas load it.
 * @see https://spec.openapis.org/oas/v3.1.0#schema-object
 */
export function jsonSchemasFile(entities: readonly EntityModel[], options: EmitOptions): GeneratedFile {
  const texts = [...entities].sort((a, b) => (a.name < b.name ? -1 : 1)).map(schemasCode);
  return { path: `${options.outDir}/${fileName}`, text: header(options) + (texts.join("\n") || "export {};\n") };
}

function schemasCode(entity: EntityModel): string {
  const { name, properties } = entity;
  const keys = properties.filter(({ key }) => key !== undefined);
  const kind = { $kind: { const: entity.kind ?? name } };
  const schemas = {
    entity: {
      ...objectSchema(
        entity,
        properties.filter(({ hidden }) => !hidden),
        ({ optional }) => !optional,
        kind,
      ),
      ...(entity.doc !== undefined && { description: plainText(entity.doc) }),
    },
    insert: objectSchema(
      entity,
      properties.filter(({ stamp }) => stamp === undefined),
      isRequired,
    ),
    key: objectSchema(entity, keys, () => true),
    merge: {
      ...objectSchema(entity, properties.filter(isMergeable), () => false),
      minProperties: 1,
    },
  };
  const doc = `JSON Schemas of ${name}: \`entity\` as \`toJSON\` writes it, and what insert, keys and merge take in JSON.`;
  return `${docComment(doc)}\nexport const ${name}Schemas = ${literalText(schemas, "")} as const;\n`;
}

function isRequired({ optional, makeDefault, stamp, default: value }: PropertyModel): boolean {
  return !optional && (value ?? makeDefault ?? stamp) === undefined;
}

function objectSchema(
  { name }: EntityModel,
  properties: readonly PropertyModel[],
  required: (property: PropertyModel) => boolean,
  more: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return {
    title: name,
    type: "object",
    properties: { ...Object.fromEntries(properties.map((each) => [each.name, propertySchema(each)])), ...more },
    required: [...properties.filter(required).map((each) => each.name), ...Object.keys(more)],
    additionalProperties: false,
  };
}

function propertySchema(property: PropertyModel): JsonSchema {
  const { doc, default: value } = property;
  return {
    ...valueSchema(property),
    ...(value !== undefined && { default: defaultJson(property, value) }),
    ...(doc !== undefined && { description: plainText(doc) }),
  };
}

const digits = { type: "string", pattern: "^-?[0-9]+$" } as const;

/** Returns the JSON Schema of a property's values as `toJSON` writes them. */
function valueSchema(property: PropertyModel): JsonSchema {
  const { type, as, oneOf, codes, maxLength, length, min, max, maxBytes } = property;
  if (codes !== undefined) return { type: "string", enum: codes.map(([name]) => name) };
  switch (type) {
    case "string":
      if (oneOf !== undefined) return { type, enum: oneOf };
      if (length !== undefined) return { type, minLength: length, maxLength: length };
      return { type, ...(maxLength !== undefined && { maxLength }) };
    case "json":
      return {};
    case "boolean":
      return { type };
    case "int32":
      return { type: "integer", format: "int32", minimum: min ?? -(2 ** 31), maximum: max ?? 2 ** 31 - 1 };
    case "int64":
      return as === "number" ? { type: "integer", format: "int64" } : { ...digits, format: "int64" };
    case "double":
      return { anyOf: [{ type: "number", format: "double" }, { enum: ["NaN", "Infinity", "-Infinity"] }] };
    case "dateTime":
      return as === "ticks" ? digits : { type: "string", format: "date-time" };
    case "guid":
      return { type: "string", format: "uuid" };
    case "binary":
      return {
        type: "string",
        contentEncoding: "base64",
        ...(maxBytes !== undefined && { maxLength: Math.ceil(maxBytes / 3) * 4 }),
      };
    default:
      return { type: chooseRepresentation(property).json };
  }
}

function defaultJson({ type, as }: PropertyModel, value: string | number | bigint | boolean): unknown {
  if (type === "json") return JSON.parse(String(value));
  if (typeof value === "bigint") return as === "number" ? Number(value) : String(value);
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

/** Returns the sentences of a JSDoc text, without its tags. */
function plainText(doc: string): string {
  const lines = doc.split("\n");
  const tag = lines.findIndex((line) => line.startsWith("@"));
  return (tag < 0 ? lines : lines.slice(0, tag)).join("\n").trim();
}

/** Emits plain data as a TypeScript literal. A list of simple values is on one line. */
function literalText(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((each) => literalText(each, inner));
    return items.some((item) => item.includes("\n"))
      ? `[${items.map((item) => `\n${inner}${item},`).join("")}\n${indent}]`
      : `[${items.join(", ")}]`;
  }
  const members = Object.entries(value).map(
    ([name, each]) => `${inner}${memberName(name)}: ${literalText(each, inner)},\n`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
}

/**
 * Emits the name of an object's member, in quotes if necessary. `__proto__` is written as a computed name. Otherwise it would set the
 * prototype.
 */
function memberName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}
