import type { EntityModel } from "../model/entity-model.js";
import { defaultCode } from "./codec/property-code.js";
import { unionArm, valueType } from "./codec/property-representation.js";
import { definitionHash } from "./definition-hash.js";
import type { EmitOptions } from "./generated-file.js";
import { importPath } from "./import-code.js";
import { docComment, type Member, memberCode, stringLiteral } from "./source-text.js";
import { kindLiteral } from "./types/key-types-code.js";
import { unknownPropertiesType } from "./types/property-types-code.js";

/**
 * Emits an entity's class: fields, constructor and statics. An interface of the same name declares the fields, because some compilers that
 * remove types, such as Babel, reject `declare` in a class.
 */
export function classCode(entity: EntityModel, options: EmitOptions): string {
  const { doc, name, table, partitionKey, rowKey } = entity;
  const stored = `Table \`${table}\`, PartitionKey \`${partitionKey.template}\`, RowKey \`${rowKey.template}\`.`;
  const see = definitionLink(entity, options);
  return `export interface ${name} {
${fields(entity, see).map(memberCode).join("")}}

${docComment(withTag(doc, see), stored)}
export class ${name} {
${constructorCode(entity)}
  toJSON(): ${name}Json {
    return $.toJson(this${hiddenCode(entity)}) as ${name}Json;
  }

${staticsCode(entity)}}
`;
}

function fields(entity: EntityModel, see: string): readonly Member[] {
  const members: Member[] = entity.properties.map((property) => {
    const { doc, name, key, optional, readOnly, stamp } = property;
    const type = valueType(property);
    return {
      doc: withTag(doc, see),
      text: `${key === undefined && !readOnly && stamp === undefined ? "" : "readonly "}${name}: ${optional ? `${unionArm(type)} | undefined` : type}`,
    };
  });
  if (entity.unknownProperties === "keep") {
    const doc = "Properties of the row that are not declared. Replace writes them again.";
    members.push({ doc, text: `readonly $extra: ${unknownPropertiesType}` });
  }
  members.push(
    { text: `readonly $kind: ${kindLiteral(entity)}` },
    {
      doc: "ETag of the row that was read; undefined on an entity that was not.",
      text: "readonly $etag: $.ETag | undefined",
    },
    {
      doc: "Time at which the service last wrote the row that was read.",
      text: "readonly $timestamp: Date | undefined",
    },
  );
  return members;
}

/**
 * Emits the second argument of `$.toJson`: the names of the properties that `toJSON` omits (option `hidden`). Emits nothing if there are
 * none.
 */
function hiddenCode({ properties }: EntityModel): string {
  const hidden = properties.filter((property) => property.hidden);
  return hidden.length === 0 ? "" : `, [${hidden.map(({ name }) => stringLiteral(name)).join(", ")}]`;
}

/**
 * Returns a JSDoc tag with a relative link to the definition file. It is needed because editors follow a source map only from declaration
 * files. The link has no line (`#L12`): if a line were added further up in the definition file, every generated property would change.
 */
function definitionLink({ file }: EntityModel, { outDir }: EmitOptions): string {
  const path = importPath(file.replace(/\p{Surrogate}/gu, "?"), { outDir, importExtension: ".ts" });
  const target = path.split("/").map((name) => encodeURIComponent(name).replaceAll("(", "%28").replaceAll(")", "%29"));
  return `@see [${path.slice(path.lastIndexOf("/") + 1).replace(/[\r\n\u2028\u2029]/g, "?")}](${target.join("/")})`;
}

function withTag(doc: string | undefined, tag: string): string {
  return doc === undefined ? tag : `${doc}\n${tag}`;
}

/**
 * Emits a constructor that assigns all fields in the same order, so that the JavaScript engine sees all instances as one hidden class. The
 * constructor checks the values, unless a timestamp is passed, which only stored rows have.
 */
function constructorCode(entity: EntityModel): string {
  const { name, properties } = entity;
  const keeps = entity.unknownProperties === "keep";
  const assigned = properties.map((property) => {
    const fallback = defaultCode(property);
    const given = `init.${property.name}`;
    // For JSON, null is a value.
    const filled =
      property.type === "json" ? `${given} === undefined ? ${fallback} : ${given}` : `${given} ?? ${fallback}`;
    return `    own.${property.name} = ${fallback === undefined ? given : filled};\n`;
  });
  return `  constructor(init: ${name}Init, etag?: $.ETag, timestamp?: Date) {
    timestamp ?? $.checkInit(schema, init);
    const own: $.Writable<${name}> = this;
${assigned.join("")}${keeps ? "    own.$extra = init.$extra;\n" : ""}    own.$kind = ${kindLiteral(entity)};
    own.$etag = etag;
    own.$timestamp = timestamp;
  }
`;
}

function staticsCode(entity: EntityModel): string {
  const { name } = entity;
  const scope = stringLiteral(entity.scope);
  return `  /** Reads the output of \`toJSON\`. Throws \`value.*\`, with messages that begin with \`path\`, such as \`"items[0]"\`. */
  static fromJSON(json: unknown, path?: string): ${name} {
    return $.fromJson(schema, json, path) as ${name};
  }

  /**
   * Decodes a row that another program has read, such as an input binding of Azure Functions: stored names, values in the service's JSON.
   * Throws \`decode.*\`, \`key.*\`, \`entity.wrong-kind\`.
   */
  static fromRow(row: unknown): ${name} {
    return $.fromRow(schema, row) as ${name};
  }

  /** Returns the partition of these values, for a transaction or a query over several kinds. */
  static partition(partition: ${name}Partition): $.Partition<${scope}> {
    return $.partitionOf(schema, partition) as $.Partition<${scope}>;
  }

  /** Returns the stored PartitionKey and RowKey. */
  static key(key: ${name}Key): $.EntityId {
    return $.keyOf(schema, key);
  }

  /** Parses stored keys and returns their values. Throws \`key.malformed\` for keys of another shape${irreversibleNote(entity)}. */
  static parseKey(id: $.EntityId): ${name}Key {
    return $.parseKeyOf(schema, id) as ${name}Key;
  }

  /** Hash of the definition. It changes whenever the definition does. */
  static readonly $hash: string = "${definitionHash(entity)}";

  static readonly $schema: $.EntitySchema<${name}Types> = schema;
`;
}

function irreversibleNote({ properties }: EntityModel): string {
  const names = properties.filter(({ irreversible }) => irreversible).map(({ name }) => name);
  return names.length === 0
    ? ""
    : `, and \`key.not-reversible\` for all others, which do not contain ${names.join(", ")}`;
}
