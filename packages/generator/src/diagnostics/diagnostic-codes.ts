/** Severity and meaning of a diagnostic code. An error stops generation, a warning does not. */
export interface DiagnosticKind {
  readonly severity: "error" | "warning";
  /** Meaning of the code in one line, for the documentation. */
  readonly summary: string;
}

const error = (summary: string): DiagnosticKind => ({ severity: "error", summary });
const warning = (summary: string): DiagnosticKind => ({ severity: "warning", summary });

/** All diagnostics of the generator, by code. Codes are stable: people search for them and scripts match them. */
export const diagnosticCodes = {
  "config.no-default-export": error("The config file has no default export."),
  "config.unknown-option": error("The config has an option that does not exist."),
  "config.invalid-value": error("An option of the config has an invalid value."),

  "definition.file-not-found": error("A definition file cannot be read."),
  "definition.tsconfig-invalid": error("The tsconfig, or one that it extends, cannot be read."),
  "definition.syntax": error("The file is not valid TypeScript."),
  "definition.too-deep": error("A file nests expressions too deeply to be read."),
  "definition.none": error(
    "A definition file exports neither an entity nor a constant, or no definition file exports an entity.",
  ),
  "definition.not-exported": error("An entity is declared but not exported, so no class is generated for it."),
  "definition.not-static": error("An expression cannot be read without running the file."),
  "definition.import-not-found": error("An imported file cannot be found."),
  "definition.name-not-found": error(
    "A name is neither declared nor imported, or the imported file, the enum, the object or `edm` has no such name.",
  ),
  "definition.circular": error("A constant is defined in terms of itself."),
  "definition.missing-option": error("The entity lacks a required option."),
  "definition.unknown-option": error("There is no option or method of that name."),
  "definition.invalid-value": error("An option has a value of the wrong type."),

  "table.invalid-name": error("A table name must be 3 to 63 ASCII letters and digits, starting with a letter."),
  "table.reserved-name": error('The service reserves the table name "tables", in upper or lower case.'),
  "table.case-clash": error("Two table names differ only in case; to the service they are the same."),

  "entity.invalid-name": error("An entity is exported under a name that a class cannot have."),
  "entity.reserved-name": error("A class of that name would hide a type or a global that generated code needs."),
  "entity.duplicate-name": error("Two files export entities of the same name."),
  "entity.file-clash": error("Two entities would be written to the same file."),
  "entity.generated-name-clash": error(
    "A type generated for one entity has the name of another entity, or of a type generated for it.",
  ),

  "brand.invalid-name": error("A brand must be a TypeScript identifier that does not hide a built-in type."),
  "brand.base-clash": error("A brand is used on two different base types."),
  "brand.name-clash": error("A brand has the name of an entity or of a type generated for one."),

  "json.type-not-importable": error("edm.json has a type or a schema that generated code cannot import."),
  "json.type-arguments": error(
    "A generic type in the type argument of edm.json lacks type arguments, or has too many.",
  ),

  "property.invalid-name": error("A stored name must be a C# identifier that is also a valid XML 1.0 name."),
  "property.name-too-long": error("A stored name can have at most 255 UTF-16 units."),
  "property.system-name": error("PartitionKey, RowKey, Timestamp and odata.* are reserved by the service."),
  "property.cosmos-name": error("Cosmos DB for Table reserves id, rid, etag and ResourceId."),
  "property.class-member": error("The name would clash with a member of classes or promises."),
  "property.invalid-identifier": error(
    "A property's TypeScript name must be an identifier that does not start with `$`.",
  ),
  "property.duplicate": error("A property is declared twice in one object."),
  "property.duplicate-stored-name": error("Two properties are stored under one name."),
  "property.too-many": error("An entity can have at most 252 stored properties, including its kind."),
  "property.limit-invalid": error("A limit is outside what the service can store, or not a whole number."),
  "property.range-empty": error("No value is between min and max."),
  "property.codes-invalid": error("codes needs at least one name, each with its own code of the property's type."),
  "property.time-invalid": error(
    "A time set by writes cannot have a default or both options; one set by every write cannot be readOnly or part of a key.",
  ),
  "property.one-of-invalid": error("oneOf needs at least one value, each once, none longer than maxLength."),
  "property.default-invalid": error("The default is not a value of the property."),
  "property.optional-default": error("A property with a default is never absent, so it cannot be optional."),
  "property.not-unicode": error("A string contains a lone surrogate, which cannot be encoded as UTF-8."),
  "property.key-only-unused": error("A keyOnly property is not part of a key, so its value would not be stored."),
  "property.parts-invalid": error(
    "An option is not available for a value in parts or a compressed one, or part names are invalid.",
  ),

  "property.former-name": error("A former name is in use, is listed twice, or belongs to a keyOnly property."),
  "property.keep-former-alone": error("keepFormer needs a former name to write."),
  "property.reads-invalid": error("A type in reads does not convert to the property's own without loss."),

  "ttl.invalid": error("The ttl of an entity is not a stored time."),

  "kind.invalid": error("A kind must be a string that is not empty and has no lone surrogate."),
  "kind.property-clash": error("A property is stored under the name of the kind property."),
  "kind.missing": error("Several entities share a table, and this one has no kind."),
  "kind.duplicate": error("Two entities of one table have the same kind."),
  "kind.property-differs": error("Entities of one table store their kinds under different names."),
  "kind.not-distinct": error("Without a kind property, entities of one table need keys that can never coincide."),
  "kind.keys-coincide": error("Two entities of one table can have the same PartitionKey and RowKey."),

  "lock.invalid": error("The lock file cannot be read."),

  "change.entity-removed": error("Stored rows belong to an entity that is no longer defined."),
  "change.table": error("Stored rows are in the entity's former table."),
  "change.kind": error("Stored rows have the entity's former kind."),
  "change.key": error("Stored rows have the entity's former keys."),
  "change.index-added": error("Stored entities have no index row in a new index."),
  "change.index-changed": error("Stored entities have the index rows of a former definition of the index."),
  "change.index-removed": warning("Stored index rows belong to an index that is no longer defined."),
  "change.property-renamed": error("Stored rows have a property under its former name."),
  "change.property-perhaps-renamed": warning("Stored rows may have a new property under the name of a removed one."),
  "change.property-removed": warning("Programs with the former definition require a property that new rows will lack."),
  "change.property-type": error("Stored rows have a property in its former type."),
  "change.property-required": error("Rows may lack a property that is required and has no default."),
  "change.property-values": error("Stored rows may have values that oneOf no longer allows."),
  "change.property-stored": error(
    "Stored rows have the property only in their keys, so conditions on it do not find them.",
  ),
  "change.property-unstored": warning(
    "New rows will have the property only in their keys, so conditions on it will not find them.",
  ),
  "change.limit-lowered": warning("Stored rows may have values that are longer than the definition now allows."),
  "change.json-shape": warning("Stored rows have JSON of another type than the property's."),
  "change.former-name-dropped": error(
    "Stored rows may still have a property under a former name that is no longer read.",
  ),
  "change.former-type-dropped": error("Stored rows may still have a property in a former type that is no longer read."),
  "change.keep-former-dropped": error(
    "Stored rows may have a newer value under a former name that is no longer read first.",
  ),

  "index.invalid-name": error("The name of an index must be an identifier that starts with `by`, such as `byName`."),
  "index.unique-elsewhere": error("An index outside of the entity's partition cannot be `unique: true`."),
  "index.unique-in-partition": error("An index in the entity's partition cannot be unique over all partitions."),
  "index.include-elsewhere": error("An index outside of the entity's partition cannot include properties."),
  "index.unknown-property": error("An index includes a property that the entity does not have."),
  "index.too-many": error("A change of all index values would need more operations than one transaction has."),
  "index.copies-may-not-fit": warning(
    "An entity and the rows of its indexes can be larger than the service allows for one transaction.",
  ),

  "key.empty": error("A key has no parts."),
  "key.separator-invalid": error(
    "The separator must be at most 8 characters that keys may contain, without `~` if a key has a text with escapes.",
  ),
  "key.literal-character": error(
    "A key literal contains the separator, a character that is not allowed in keys, or `~` beside a text with escapes.",
  ),
  "key.unknown-property": error("A key part is not a property of the entity."),
  "key.optional-property": error("A key part must always have a value."),
  "key.unsupported-type": error("A double, binary or json property cannot be part of a key."),
  "key.format-missing": error("A number or a date in a key needs a format, such as .asc, .desc, .pad(width) or .iso."),
  "key.format-unknown": error("The property's type has no such key format."),
  "key.format-argument": error("The argument of a key format is outside of its range, or not a time format."),
  "key.ambiguous": error("Different values have the same key, so that it cannot be read back."),
  "key.part-repeated": error("A property is used more than once in one key."),
  "key.pad-width": error("The width of .pad must be a whole number from 1 to 20."),
  "key.pad-never-fits": error("No value of the property fits the width of .pad or .hex, or the maximum of .desc."),
  "key.pad-may-not-fit": warning(
    "Some values of the property are too large for .pad, .hex or .desc, so writing them fails.",
  ),
  "key.pad-negative": warning(
    "Negative values of the property do not fit .pad, .hex or .desc(max), so writing them fails.",
  ),
  "key.shard-count": error("The number of shards must be a whole number from 2 to 1,000."),
  "key.derived-not-stored": error(
    "If a key contains only a value derived from a property, the property must be stored too.",
  ),
  "key.raw-value": error("A value of oneOf contains a character that .raw does not allow."),
  "key.raw-may-not-fit": warning(
    "A value can contain the text that ends it in the key, which .raw does not escape: writes of such a value fail.",
  ),
  "key.too-long": error("Every key is longer than 1,024 UTF-16 units."),
  "key.may-be-too-long": warning("A key can be longer than 512 UTF-16 units, which the service may reject."),
  "key.cosmos-empty": error("Cosmos DB for Table does not accept an empty key."),
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

/** A code of {@link diagnosticCodes}. */
export type DiagnosticCode = keyof typeof diagnosticCodes;
