import type CodeBlockWriter from "code-block-writer";
import type { EntityModel } from "../model/entity-model.js";
import { keyCode, keyProperties, parseKeyCode, partsCode } from "./key-codec.js";
import {
  cellCode,
  oneOfName,
  readCode,
  schemaCode,
  usesLimits,
  usesMode,
  usesTyped,
  writeCode,
} from "./property-codec.js";
import { fragmentLiteral, stringLiteral } from "./string-literal.js";
import { kindLiteral } from "./write-key-types.js";

/** The constants of `oneOf` and the schema: what the class carries at run time. */
export function writeSchema(writer: CodeBlockWriter, entity: EntityModel): void {
  for (const property of entity.properties) {
    if (property.oneOf === undefined) continue;
    writer
      .writeLine(`const ${oneOfName(property)} = [${property.oneOf.map(stringLiteral).join(", ")}] as const;`)
      .blankLine();
  }
  writer.write(`const schema: $.EntitySchema<${entity.name}Types> = `).inlineBlock(() => {
    writeFacts(writer, entity);
    writeKeyFunctions(writer, entity);
    writeEncode(writer, entity);
    writeDecode(writer, entity);
    const create = `new ${entity.name}(init, etag, timestamp) as ${entity.name} & $.Stored`;
    writer.writeLine(`create: (init, etag, timestamp) => ${create},`);
  });
  writer.write(";").newLine().blankLine();
}

function writeFacts(writer: CodeBlockWriter, entity: EntityModel): void {
  const { name, table, scope, kindProperty, kindScope, separator } = entity;
  writer.writeLine(`name: ${stringLiteral(name)},`);
  writer.writeLine(`table: ${stringLiteral(table)},`);
  writer.writeLine(`scope: ${stringLiteral(scope)},`);
  writer.writeLine(`kind: ${kindLiteral(entity)},`);
  if (kindProperty !== false) writer.writeLine(`kindProperty: ${stringLiteral(kindProperty)},`);
  if (kindScope.by === "row-key") writer.writeLine(`rowKeyLead: ${stringLiteral(kindScope.prefix)},`);
  writer.writeLine(`separator: ${stringLiteral(separator)},`);
  writer.writeLine(`partitionParts: ${partsCode(entity.partitionKey)},`);
  writer.writeLine(`rowParts: ${partsCode(entity.rowKey)},`);
  writer.write("properties: ").inlineBlock(() => {
    for (const property of entity.properties) writer.writeLine(schemaCode(property));
  });
  writer.write(",").newLine();
  if (entity.unknownProperties === "keep") writer.writeLine("keepsUnknown: true,");
}

function writeKeyFunctions(writer: CodeBlockWriter, entity: EntityModel): void {
  const { partitionKey, rowKey, separator } = entity;
  const partition = keyProperties(partitionKey).length > 0 ? "p" : "";
  const row = keyProperties(rowKey).length > 0 ? "r" : "";
  writer.writeLine(`partitionKey: (${partition}) => ${keyCode(partitionKey, separator, "p")},`);
  writer.writeLine(`rowKey: (${row}) => ${keyCode(rowKey, separator, "r")},`);
  writer.write("parseKey(id) ").inlineBlock(() => {
    for (const statement of parseKeyCode(entity)) writer.writeLine(statement);
  });
  writer.write(",").newLine();
}

function writeEncode(writer: CodeBlockWriter, entity: EntityModel): void {
  const { kind, kindProperty } = entity;
  const stored = entity.properties.filter(({ keyOnly }) => !keyOnly);
  const terms = stored.map(writeCode);
  const storesKind = kind !== undefined && kindProperty !== false;
  if (storesKind) {
    const member = fragmentLiteral(`,${JSON.stringify(kindProperty)}:${JSON.stringify(kind)}`);
    terms.unshift(`(mode === 2 ? "" : ${member})`);
  }
  const keeps = entity.unknownProperties === "keep";
  if (keeps) terms.push("$.writeExtra(e.$extra, schema, limits)");

  const limits = keeps || stored.some(usesLimits);
  const mode = storesKind || stored.some(usesMode);
  const e = keeps || stored.length > 0 ? "e" : "_e";
  const parameters = limits
    ? `${e}, ${mode ? "mode" : "_mode"}, limits`
    : mode
      ? `${e}, mode`
      : stored.length > 0
        ? e
        : "";
  if (terms.length === 0) writer.writeLine(`encode: () => "",`);
  else {
    writer.writeLine(`encode: (${parameters}) =>`).indent(() => {
      for (const [index, term] of terms.entries())
        writer.writeLine(`${term}${index === terms.length - 1 ? "," : " +"}`);
    });
  }
}

function writeDecode(writer: CodeBlockWriter, entity: EntityModel): void {
  const { name, properties } = entity;
  const keyParts = properties.filter(({ key }) => key !== undefined);
  const always = keyParts.some(({ keyOnly }) => keyOnly);
  const key = always ? "k" : "(k ??= schema.parseKey($.idOf(r)))";
  const keeps = entity.unknownProperties === "keep";
  const typed = keeps || properties.some(usesTyped);

  writer.write(`decode(r${typed ? ", typed" : ""}) `).inlineBlock(() => {
    const check = kindCheck(entity);
    if (check !== undefined) writer.writeLine(`if (${check}) $.wrongKind(r);`);
    if (always) writer.writeLine("const k = schema.parseKey($.idOf(r));");
    else if (keyParts.length > 0) writer.writeLine(`let k: ${name}Key | undefined;`);
    writer.writeLine(`return new ${name}(`).indent(() => {
      writer.inlineBlock(() => {
        for (const property of properties) writer.writeLine(`${property.name}: ${readCode(property, key)},`);
        if (keeps) writer.writeLine("$extra: $.readExtra(r, schema, typed),");
      });
      writer.write(",").newLine();
      writer.writeLine("$.readETag(r),");
      writer.writeLine("$.readTimestamp(r),");
    });
    writer.writeLine(`) as ${name} & $.Stored;`);
  });
  writer.write(",").newLine();
}

/** What tells a row of another kind. */
function kindCheck({ kind, kindProperty, kindScope }: EntityModel): string | undefined {
  if (kind !== undefined && kindProperty !== false) return `${cellCode(kindProperty)} !== ${stringLiteral(kind)}`;
  return kindScope.by === "row-key" ? `!r.RowKey.startsWith(${stringLiteral(kindScope.prefix)})` : undefined;
}
