import type { EntityModel } from "../../model/entity-model.js";
import { isConstant, type KeyModel } from "../../model/keys/key-model.js";
import type { PropertyModel } from "../../model/property-model.js";
import { indexesCode } from "../indexes/indexes-code.js";
import { jsonLiteral, stringLiteral } from "../source-text.js";
import { partsCode, piecesCode } from "./key-code.js";
import { listFeatures } from "./list-features.js";
import {
  cellCode,
  declarationCode,
  lacksCode,
  localName,
  pure,
  readCode,
  usesLimits,
  usesTyped,
  writeCode,
} from "./property-code.js";

/** Emits the declarations of an entity's properties, and its schema, which the class uses at run time. */
export function schemaCode(entity: EntityModel): string {
  const { name, properties } = entity;
  const members = [...facts(entity), encodeCode(entity), decodeCode(entity)];
  const declarations = [...properties, ...goneProperties(entity)]
    .map((property) => `${declarationCode(property)}\n`)
    .join("");
  return `${declarations && `${declarations}\n`}const schema: $.EntitySchema<${name}Types> = ${pure}$.schema<${name}Types>({
${members.map((member) => `  ${member},\n`).join("")}  class: () => ${name},
});
`;
}

function facts(entity: EntityModel): string[] {
  const { name, scope, kind, kindProperty, kindScope } = entity;
  const members = [`name: ${stringLiteral(name)}`, `scope: ${stringLiteral(scope)}`];
  if (kind !== undefined && kind !== name) members.push(`kind: ${stringLiteral(kind)}`);
  if (kindProperty !== false) members.push(`kindProperty: ${stringLiteral(kindProperty)}`);
  if (kindScope.by === "row-key") members.push(`rowKeyPrefix: ${stringLiteral(kindScope.prefix)}`);
  if (kindScope.by === "partition-key") {
    members.push(`partitionKeyPrefix: ${stringLiteral(kindScope.prefix)}`);
    if (kindScope.rowKeyPrefix !== undefined) members.push(`rowKeyPrefix: ${stringLiteral(kindScope.rowKeyPrefix)}`);
  }
  if (kindScope.by === "shape") members.push("isToldByShape: true");
  members.push(...keyMembers(entity));
  members.push(`properties: [${entity.properties.map(localName).join(", ")}]`);
  if (entity.unknownProperties === "keep") members.push("keepsUnknown: true");
  const features = listFeatures(entity);
  if (features.length > 0) members.push(`features: [${features.map((feature) => `$.${feature}`).join(", ")}]`);
  const ttl = entity.properties.find(({ name }) => name === entity.ttl);
  if (ttl !== undefined) members.push(`ttl: ${localName(ttl)}`);
  if (entity.indexes.length > 0) members.push(`indexes: ${indexesCode(entity)}`);
  if (entity.former !== undefined) members.push(`formerRows: ${formerRowsCode(entity, entity.former)}`);
  return members;
}

function keyMembers({ separator, partitionKey, rowKey }: EntityModel): string[] {
  const joins = typeof separator === "string" && separator !== "" && !hasTemplate(partitionKey) && !hasTemplate(rowKey);
  const emitParts = joins ? partsCode : piecesCode;
  const members = [`partitionKey: () => ${emitParts(partitionKey)}`, `rowKey: () => ${emitParts(rowKey)}`];
  return joins && separator === "!" ? members : [`separator: ${stringLiteral(joins ? separator : "")}`, ...members];
}

/** Emits the keys of former definitions. By them, queries and reservations recognize rows that were not moved yet. */
function formerRowsCode({ table, properties }: EntityModel, former: readonly EntityModel[]): string {
  const sources = former.map((each) => {
    const { kind, kindProperty } = each;
    const members = kind === undefined ? [] : [`kind: ${stringLiteral(kind)}`];
    if (kindProperty !== false) members.push(`kindProperty: ${stringLiteral(kindProperty)}`);
    if (each.table.toLowerCase() !== table.toLowerCase()) members.unshift(`table: ${stringLiteral(each.table)}`);
    const gone = each.properties.filter((property) => !properties.some((own) => own.name === property.name));
    if (gone.length > 0) members.push(`gone: [${gone.map(localName).join(", ")}]`);
    return `    { ${[...members, ...keyMembers(each)].join(", ")} },\n`;
  });
  return `$.formerRows([\n${sources.join("")}  ])`;
}

/** Returns the properties in former keys that the entity no longer has, each once. */
function goneProperties({ properties, former = [] }: EntityModel): readonly PropertyModel[] {
  const known = new Set(properties.map(({ name }) => name));
  return former.flatMap((each) => each.properties).filter(({ name }) => !known.has(name) && known.add(name));
}

function hasTemplate({ parts }: KeyModel): boolean {
  return parts.some(({ touches }) => touches);
}

function encodeCode(entity: EntityModel): string {
  const { kind, kindProperty } = entity;
  const stored = entity.properties.filter(({ keyOnly }) => !keyOnly);
  const terms = stored.map(writeCode);
  const storesKind = kind !== undefined && kindProperty !== false;
  if (storesKind) {
    const member = jsonLiteral(`,${JSON.stringify(kindProperty)}:${JSON.stringify(kind)}`);
    terms.unshift(`(mode === $.changesOnly ? "" : ${member})`);
  }
  const keeps = entity.unknownProperties === "keep";
  if (keeps) terms.push("$.writeUnknownProperties(e.$extra, schema, limits)");
  if (terms.length === 0) return 'encode: () => ""';

  const e = keeps || stored.length > 0 ? "e" : "_e";
  const mode = storesKind || stored.length > 0 ? "mode" : "_mode";
  const parameters = keeps || stored.some(usesLimits) ? [e, mode, "limits"] : [e, mode];
  return `encode: (${parameters.join(", ")}) =>\n    ${terms.join(" +\n    ")}`;
}

function decodeCode(entity: EntityModel): string {
  const { name, properties } = entity;
  const keyParts = properties.filter(({ key }) => key !== undefined);
  const lacking = keyParts.filter(({ keyOnly, irreversible }) => !keyOnly && !irreversible).map(lacksCode);
  const keeps = entity.unknownProperties === "keep";
  const typed = keeps || properties.some(usesTyped);
  const check = kindCheck(entity);

  const before: string[] = [];
  if (check !== undefined) before.push(check);
  if (lacking.length > 0) before.push(`if (${lacking.join(" || ")}) r = $.completeRow(r, schema);`);
  if (keyParts.some(({ keyOnly }) => keyOnly)) before.push(`const k = $.readKeysOfRow(schema, r) as ${name}Key;`);
  const values = properties.map((property) => `${property.name}: ${readCode(property)}`);
  if (keeps) values.push("$extra: $.readUnknownProperties(r, schema, typed)");
  return `decode(r${typed ? ", typed" : ""}) {
${before.map((statement) => `    ${statement}\n`).join("")}    return new ${name}(
      {
${values.map((value) => `        ${value},\n`).join("")}      },
      $.readETag(r),
      $.readTimestamp(r),
    ) as Stored${name};
  }`;
}

/**
 * Emits the statement of `decode` that rejects a row of another kind. Undefined if neither a stored kind nor a prefix of a key shows the
 * kind.
 */
function kindCheck({ kind, kindProperty, kindScope, partitionKey }: EntityModel): string | undefined {
  const rejectIf = (condition: string) => `if (${condition}) $.wrongKind(r);`;
  if (kind !== undefined && kindProperty !== false)
    return rejectIf(`${cellCode(kindProperty)} !== ${stringLiteral(kind)}`);
  const lacks = (key: string, prefix: string) => `!r.${key}.startsWith(${stringLiteral(prefix)})`;
  if (kindScope.by === "row-key") return `$.checkRowKey(r, ${stringLiteral(kindScope.prefix)});`;
  if (kindScope.by !== "partition-key") return undefined;
  const { prefix, rowKeyPrefix } = kindScope;
  const other = isConstant(partitionKey)
    ? `r.PartitionKey !== ${stringLiteral(prefix)}`
    : lacks("PartitionKey", prefix);
  return rejectIf(rowKeyPrefix === undefined ? other : `${other} || ${lacks("RowKey", rowKeyPrefix)}`);
}
