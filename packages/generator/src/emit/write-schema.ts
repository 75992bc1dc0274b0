import type CodeBlockWriter from "code-block-writer";
import type { EntityModel } from "../model/entity-model.js";
import { keyCode, keyProperties, partsCode } from "./key-codec.js";
import {
  cellCode,
  declarationCode,
  localName,
  pure,
  readCode,
  usesLimits,
  usesTyped,
  writeCode,
} from "./property-codec.js";
import { fragmentLiteral, stringLiteral } from "./string-literal.js";

/** The properties and the schema: what the class carries at run time. */
export function writeSchema(writer: CodeBlockWriter, entity: EntityModel): void {
  for (const property of entity.properties) writer.writeLine(declarationCode(property));
  writer.blankLineIfLastNot();
  writer
    .write(`const schema: $.EntitySchema<${entity.name}Types> = ${pure}$.schema<${entity.name}Types>(`)
    .inlineBlock(() => {
      writeFacts(writer, entity);
      writeKeyFunctions(writer, entity);
      writeEncode(writer, entity);
      writeDecode(writer, entity);
      writer.writeLine(`class: () => ${entity.name},`);
    });
  writer.write(");").newLine().blankLine();
}

function writeFacts(writer: CodeBlockWriter, entity: EntityModel): void {
  const { name, scope, kind, kindProperty, kindScope, separator } = entity;
  writer.writeLine(`name: ${stringLiteral(name)},`);
  writer.writeLine(`scope: ${stringLiteral(scope)},`);
  if (kind !== undefined && kind !== name) writer.writeLine(`kind: ${stringLiteral(kind)},`);
  if (kindProperty !== false) writer.writeLine(`kindProperty: ${stringLiteral(kindProperty)},`);
  if (kindScope.by === "row-key") writer.writeLine(`lead: ${stringLiteral(kindScope.prefix)},`);
  if (separator !== "!") writer.writeLine(`separator: ${stringLiteral(separator)},`);
  writer.writeLine(`partition: ${partsCode(entity.partitionKey)},`);
  writer.writeLine(`row: ${partsCode(entity.rowKey)},`);
  writer.writeLine(`properties: [${entity.properties.map(localName).join(", ")}],`);
  if (entity.unknownProperties === "keep") writer.writeLine("keepsUnknown: true,");
}

function writeKeyFunctions(writer: CodeBlockWriter, entity: EntityModel): void {
  const { partitionKey, rowKey, separator } = entity;
  const partition = keyProperties(partitionKey).length > 0 ? "p" : "";
  const row = keyProperties(rowKey).length > 0 ? "r" : "";
  writer.writeLine(`partitionKey: (${partition}) => ${keyCode(partitionKey, separator, "p")},`);
  writer.writeLine(`rowKey: (${row}) => ${keyCode(rowKey, separator, "r")},`);
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
  const mode = storesKind || stored.length > 0;
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
  const lacking = keyParts.filter(({ keyOnly }) => !keyOnly).map(({ storedName }) => `${cellCode(storedName)} == null`);
  const keeps = entity.unknownProperties === "keep";
  const typed = keeps || properties.some(usesTyped);

  writer.write(`decode(r${typed ? ", typed" : ""}) `).inlineBlock(() => {
    const check = kindCheck(entity);
    if (check !== undefined) writer.writeLine(`if (${check}) $.wrongKind(r);`);
    if (lacking.length > 0) writer.writeLine(`if (${lacking.join(" || ")}) r = $.completeRow(r, schema);`);
    if (keyParts.some(({ keyOnly }) => keyOnly))
      writer.writeLine(`const k = $.parseKeyOf(schema, $.idOf(r)) as ${name}Key;`);
    writer.writeLine(`return new ${name}(`).indent(() => {
      writer.inlineBlock(() => {
        for (const property of properties) writer.writeLine(`${property.name}: ${readCode(property)},`);
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
