/** What a code stands for. The severity belongs to the code: an error stops generation, a warning does not. */
export interface DiagnosticKind {
  readonly severity: "error" | "warning";
  /** One line for the documentation. */
  readonly summary: string;
}

const error = (summary: string): DiagnosticKind => ({ severity: "error", summary });
const warning = (summary: string): DiagnosticKind => ({ severity: "warning", summary });

/** Every finding of the generator, by code. Codes are stable: they are documented, searched for and matched in scripts. */
export const diagnosticCodes = {
  "config.no-default-export": error("The config file has no default export."),
  "config.unknown-option": error("The config has an option that does not exist."),
  "config.invalid-value": error("An option of the config has a value that it cannot have."),

  "definition.file-not-found": error("A definition file cannot be read."),
  "definition.tsconfig-invalid": error("The tsconfig, or one that it extends, cannot be read."),
  "definition.syntax": error("The file is not valid TypeScript."),
  "definition.too-deep": error("A file nests its expressions too deeply to be read."),
  "definition.none": error(
    "A definition file exports no entity and no constant, or no definition file exports an entity.",
  ),
  "definition.not-exported": error("An entity is declared but not exported, so no class could be generated for it."),
  "definition.not-static": error("An expression cannot be read without running the file."),
  "definition.import-not-found": error("An imported file cannot be found."),
  "definition.name-not-found": error(
    "A name is neither declared nor imported, or the imported file does not export it.",
  ),
  "definition.circular": error("A constant needs its own value."),
  "definition.missing-option": error("The entity lacks a required option."),
  "definition.unknown-option": error("An option or builder of that name does not exist."),
  "definition.invalid-value": error("An option has a value of the wrong type."),

  "table.invalid-name": error("A table name is 3 to 63 ASCII letters and digits, and starts with a letter."),
  "table.reserved-name": error('The service reserves the table name "tables", in any case.'),
  "table.case-clash": error("Two table names differ in case alone, and the service does not tell them apart."),

  "entity.invalid-name": error("An entity is exported under a name that no class can have."),
  "entity.reserved-name": error("A class of that name would hide a type or a global that generated code needs."),
  "entity.duplicate-name": error("Two files export an entity of one name."),
  "entity.file-clash": error("Two entities would be written to one file."),
  "entity.generated-name-clash": error(
    "A name derived from one entity is the name of another, or derived from it too.",
  ),

  "brand.invalid-name": error("A brand is the name of a type: a TypeScript identifier that hides no built-in type."),
  "brand.base-clash": error("One brand is used on two different base types."),
  "brand.name-clash": error("A brand has the name of an entity or of a type generated for one."),

  "json.type-not-importable": error("The type argument of edm.json names a type that generated code cannot import."),

  "property.invalid-name": error("A stored name must be a C# identifier that is also a valid XML 1.0 name."),
  "property.name-too-long": error("A stored name has at most 255 UTF-16 units."),
  "property.system-name": error("PartitionKey, RowKey, Timestamp and odata.* belong to the service."),
  "property.cosmos-name": error("Cosmos DB for Table reserves id, rid, etag and ResourceId."),
  "property.class-member": error("A class or a promise cannot have a member of that name."),
  "property.invalid-identifier": error(
    "A property's TypeScript name must be an identifier that does not start with `$`.",
  ),
  "property.duplicate": error("A property is declared twice in one object."),
  "property.duplicate-stored-name": error("Two properties are stored under one name."),
  "property.too-many": error("An entity has at most 252 stored properties, its kind included."),
  "property.limit-invalid": error("A limit is outside what the service can store, or not a whole number."),
  "property.range-empty": error("No value lies between min and max."),
  "property.one-of-invalid": error("oneOf needs at least one value, each once, none longer than maxLength."),
  "property.default-invalid": error("The default is not a value of the property."),
  "property.optional-default": error("A property with a default is never absent, so it cannot be optional too."),
  "property.not-unicode": error("A lone surrogate cannot be sent."),
  "property.key-only-unused": error("A keyOnly property is part of no key, so its value would be stored nowhere."),

  "kind.invalid": error("A kind is a string that is not empty and holds no lone surrogate."),
  "kind.property-clash": error("A property is stored under the name of the kind property."),
  "kind.missing": error("Several entities share a table and this one has no kind."),
  "kind.duplicate": error("Two entities of one table have the same kind."),
  "kind.property-differs": error("Entities of one table store their kinds under different names."),
  "kind.not-distinct": error("Without a kind property the leading literal of the row key must be unique in the table."),
  "kind.keys-coincide": error("Two entities of one table can have the same PartitionKey and RowKey."),

  "key.empty": error("A key has no parts."),
  "key.separator-invalid": error(
    "The separator is one character up to U+00FF that keys may hold, and that no encoding writes.",
  ),
  "key.literal-character": error("A key literal holds the separator, `~`, or a character that no key may hold."),
  "key.unknown-property": error("A key part is not a property of the entity."),
  "key.optional-property": error("A key part must always have a value."),
  "key.unsupported-type": error("A double, binary or json property has no key text."),
  "key.format-missing": error("A number or a date in a key needs .asc, .desc or .pad(width)."),
  "key.format-unknown": error("The property's type has no such key format."),
  "key.part-repeated": error("A property is a key part more than once."),
  "key.pad-width": error("The width of .pad is a whole number from 1 to 20."),
  "key.pad-never-fits": error("No value of the property fits the width of .pad."),
  "key.pad-may-not-fit": warning("Some values of the property are too wide for .pad and will be refused."),
  "key.pad-negative": warning("Negative values of the property will be refused by .pad."),
  "key.raw-value": error("A value of oneOf holds a character that .raw refuses."),
  "key.too-long": error("Every key is longer than 1,024 UTF-16 units."),
  "key.may-be-too-long": warning(
    "A key can be longer than 512 UTF-16 units, the most that every edition of the limit allows.",
  ),
  "key.cosmos-empty": error("Cosmos DB for Table refuses an empty key."),
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

export type DiagnosticCode = keyof typeof diagnosticCodes;
