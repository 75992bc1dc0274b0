import type { Report } from "../diagnostics/report.js";
import { quote } from "../diagnostics/wording.js";
import { brandsFileName, generatedFileName, generatedNames, isReservedTypeName } from "../model/generated-names.js";
import type { BuilderName, EntityDraft, Found, PropertyDraft } from "../read/entity/entity-draft.js";

const typeName = /^[\p{ID_Start}_$][\p{ID_Continue}$\u200C\u200D]*$/u;

/** Checks the names of all generated files, classes and types against each other. */
export function checkGeneratedNames(drafts: readonly EntityDraft[], report: Report): void {
  const entities = new Map<string, EntityDraft>();
  for (const draft of drafts) checkEntityName(draft, entities, report);
  const owners = checkDerivedNames([...entities.values()], report);
  checkFiles([...entities.values()], report);
  checkBrands(drafts, owners, report);
}

function checkEntityName(draft: EntityDraft, entities: Map<string, EntityDraft>, report: Report): void {
  const { value: name, place } = draft.name;
  const other = entities.get(name);
  if (!typeName.test(name)) {
    const message = `${quote(name)} cannot be the name of a class.`;
    report.add("entity.invalid-name", place, message, "Export the constant under an identifier.");
  } else if (isReservedTypeName(name)) {
    report.add(
      "entity.reserved-name",
      place,
      `A class "${name}" would hide what generated code needs under that name.`,
      "Rename the constant.",
    );
  }
  if (other === undefined) entities.set(name, draft);
  else {
    const { file, line } = other.name.place.locate();
    report.add(
      "entity.duplicate-name",
      place,
      `"${name}" is already defined in ${file}:${line}.`,
      "Rename one of the two constants.",
    );
  }
}

/** Reports generated type names that two entities share. Returns a map from each generated name to the entity that it is derived from. */
function checkDerivedNames(drafts: readonly EntityDraft[], report: Report): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { name } of drafts) owners.set(name.value, name.value);
  for (const { name, indexes } of drafts) {
    for (const derived of generatedNames(name.value, indexes.length > 0).slice(1)) {
      const owner = owners.get(derived);
      if (owner !== undefined && owner !== name.value) {
        const other = owner === derived ? "is an entity too" : `for "${owner}" too`;
        const message = `The type "${derived}" is generated for the entity "${name.value}", but ${other}.`;
        report.add("entity.generated-name-clash", name.place, message, "Rename one of the two constants.");
      }
      owners.set(derived, name.value);
    }
  }
  return owners;
}

function checkFiles(drafts: readonly EntityDraft[], report: Report): void {
  const files = new Map<string, EntityDraft>();
  for (const draft of drafts) {
    const file = generatedFileName(draft.name.value);
    if (file === brandsFileName) {
      const message = `"${draft.name.value}" would be written to ${file}, which declares the brands.`;
      report.add("entity.file-clash", draft.name.place, message, "Rename the constant.");
    }
    const other = files.get(file);
    files.set(file, other ?? draft);
    if (other === undefined) continue;
    const message = `"${draft.name.value}" and "${other.name.value}" would both be written to ${file}.`;
    report.add("entity.file-clash", draft.name.place, message, "Rename one of the two constants.");
  }
}

function checkBrands(drafts: readonly EntityDraft[], owners: ReadonlyMap<string, string>, report: Report): void {
  const bases = new Map<string, string>();
  for (const { name, properties } of drafts) {
    for (const property of properties.list) {
      if (property.options.brand) checkBrand(name.value, property, property.options.brand, { owners, bases }, report);
    }
  }
}

function checkBrand(
  entity: string,
  property: PropertyDraft,
  { value: brand, place }: Found<string>,
  { owners, bases }: { owners: ReadonlyMap<string, string>; bases: Map<string, string> },
  report: Report,
): void {
  const what = `"${entity}.${property.name.value}"`;
  const owner = owners.get(brand);
  const base = baseType(property.type, property.options.as?.value);
  const other = bases.get(brand);
  if (!typeName.test(brand) || isReservedTypeName(brand)) {
    report.add(
      "brand.invalid-name",
      place,
      `${what}: ${quote(brand)} cannot be the name of a type.`,
      'Write a name such as "CustomerId".',
    );
  } else if (owner !== undefined) {
    report.add(
      "brand.name-clash",
      place,
      `${what}: "${brand}" is also generated for the entity "${owner}".`,
      "Rename the brand.",
    );
  } else if (other !== undefined && other !== base) {
    const message = `${what}: the brand "${brand}" is a ${base} here and a ${other} elsewhere.`;
    report.add("brand.base-clash", place, message, "Use one base type, or another brand.");
  }
  bases.set(brand, other ?? base);
}

/** Returns the base type of a brand, which all properties with that brand must have, such as `bigint`. */
function baseType(type: BuilderName, as: string | undefined): string {
  if (type === "int32") return "number";
  return type === "int64" ? (as ?? "bigint") : type;
}
