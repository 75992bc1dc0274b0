import type CodeBlockWriter from "code-block-writer";
import type { EntityModel } from "../model/entity-model.js";
import type { Member } from "./declaration-code.js";
import { definitionHash } from "./definition-hash.js";
import { docComment } from "./doc-comment.js";
import { kindLiteral } from "./key-types-code.js";
import { defaultCode } from "./property-codec.js";
import { unionArm, valueType } from "./property-form.js";
import { extraType } from "./property-types-code.js";
import { stringLiteral } from "./string-literal.js";

export function writeClass(writer: CodeBlockWriter, entity: EntityModel): void {
  const { doc, name, table, partitionKey, rowKey } = entity;
  writeDoc(
    writer,
    doc,
    `Table \`${table}\`, PartitionKey \`${partitionKey.template}\`, RowKey \`${rowKey.template}\`.`,
  );
  writer.write(`export class ${name} `).block(() => {
    for (const { doc, text } of fields(entity)) {
      writeDoc(writer, doc);
      writer.writeLine(`${text};`);
    }
    writer.blankLine();
    writeConstructor(writer, entity);
    writer
      .write(`toJSON(): ${name}Json `)
      .block(() => writer.writeLine(`return $.toJson(this) as ${name}Json;`))
      .blankLine();
    writeStatics(writer, entity);
  });
  writer.blankLine();
}

function fields(entity: EntityModel): readonly Member[] {
  const members: Member[] = entity.properties.map((property) => {
    const { doc, name, key, optional } = property;
    const type = valueType(property);
    return {
      doc,
      text: `declare ${key === undefined ? "" : "readonly "}${name}: ${optional ? `${unionArm(type)} | undefined` : type}`,
    };
  });
  if (entity.unknownProperties === "keep") {
    const doc = "Properties of the row that are not declared: kept by replace, which writes them again.";
    members.push({ doc, text: `declare readonly $extra: ${extraType}` });
  }
  members.push(
    { text: `declare readonly $kind: ${kindLiteral(entity)}` },
    {
      doc: "The ETag of the row that was read; undefined on an entity that was not.",
      text: "declare readonly $etag: $.ETag | undefined",
    },
    {
      doc: "When the service last wrote the row that was read.",
      text: "declare readonly $timestamp: Date | undefined",
    },
  );
  return members;
}

/** Every field is assigned, always in one order: all instances share one hidden class. */
function writeConstructor(writer: CodeBlockWriter, entity: EntityModel): void {
  const { name, properties } = entity;
  const keeps = entity.unknownProperties === "keep";
  const init = keeps || properties.length > 0 ? "init" : "_init";
  writer.write(`constructor(${init}: ${name}Init, etag?: $.ETag, timestamp?: Date) `).block(() => {
    for (const property of properties) {
      const filled = defaultCode(property);
      const value = `init.${property.name}${filled === undefined ? "" : ` ?? ${filled}`}`;
      writer.writeLine(`this.${property.name} = ${value};`);
    }
    if (keeps) writer.writeLine("this.$extra = init.$extra;");
    writer.writeLine(`this.$kind = ${kindLiteral(entity)};`);
    writer.writeLine("this.$etag = etag;");
    writer.writeLine("this.$timestamp = timestamp;");
  });
  writer.blankLine();
}

function writeStatics(writer: CodeBlockWriter, entity: EntityModel): void {
  const { name, scope } = entity;
  writeDoc(writer, "The partition of these values: what a transaction and a query over several kinds are given.");
  writer
    .write(`static partition(partition: ${name}Partition): $.Partition<${stringLiteral(scope)}> `)
    .block(() => writer.writeLine(`return $.partitionOf(schema, partition) as $.Partition<${stringLiteral(scope)}>;`))
    .blankLine();
  writeDoc(writer, "PartitionKey and RowKey as they are stored.");
  writer
    .write(`static key(key: ${name}Key): $.EntityId `)
    .block(() => writer.writeLine("return $.keyOf(schema, key);"))
    .blankLine();
  writeDoc(writer, "The values that stored keys were made of. Throws `key.malformed` for keys of another shape.");
  writer
    .write(`static parseKey(id: $.EntityId): ${name}Key `)
    .block(() => writer.writeLine(`return $.parseKeyOf(schema, id) as ${name}Key;`))
    .blankLine();
  writeDoc(writer, "Changes whenever the definition does.");
  writer.writeLine(`static readonly $hash: string = "${definitionHash(entity)}";`).blankLine();
  writer.writeLine(`static readonly $schema: $.EntitySchema<${name}Types> = schema;`);
}

function writeDoc(writer: CodeBlockWriter, doc: string | undefined, sentence?: string): void {
  const comment = docComment(doc, sentence);
  if (comment !== undefined) writer.writeLine(comment);
}
