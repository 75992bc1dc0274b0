/** Suffixes that the exports of a generated file add to the entity's name, as in `OrderKey`. The class itself has no suffix. */
const generatedSuffixes = [
  "",
  "Key",
  "Partition",
  "RowKey",
  "RowKeyPrefix",
  "RowKeyRange",
  "Init",
  "InPartition",
  "Merge",
  "Where",
  "Json",
  "Types",
] as const;

/** Returns every name that the generated file of an entity may export, except brands. */
export function generatedNames(entity: string, hasIndexes = false): string[] {
  const indexes = hasIndexes ? [`${entity}Indexes`] : [];
  return [...generatedSuffixes.map((suffix) => entity + suffix), `Stored${entity}`, ...indexes];
}

/**
 * Returns whether a name is valid for an index: `by` and a capital letter, digit or `_`, as in `byEmail`. The name becomes a member of the
 * client, and no method of the client starts like this.
 */
export function isIndexName(name: string): boolean {
  return /^by[\p{Lu}\p{Nd}_]\p{ID_Continue}*$/u.test(name);
}

/** Name of the generated file that declares all brands (nominal types such as `CustomerId`). No entity may be written to it. */
export const brandsFileName = "brands.gen.ts";

/** Returns the name of an entity's generated file: `OrderLine` → `order-line.gen.ts`, `HTTPLog2` → `http-log2.gen.ts`. */
export function generatedFileName(entity: string): string {
  const words = entity
    .replace(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, "$1-$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2")
    .replace(/_+/gu, "-");
  return `${words.replace(/^-+|-+$/gu, "").toLowerCase() || "entity"}.gen.ts`;
}

/** Keywords of JavaScript, which no declaration of a module may have as its name. */
const reservedWords =
  "await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield";

/** Names that generated code needs itself: keywords, types and type operators, globals that it uses, and its local variables. */
const reservedTypeNames: ReadonlySet<string> = new Set([
  ...reservedWords.split(" "),
  ...["any", "bigint", "boolean", "never", "number", "object", "string", "symbol", "undefined", "unknown"],
  ...["infer", "keyof", "readonly", "unique"],
  ...["BigInt", "Date", "Infinity", "NaN", "Number", "Object", "Uint8Array", "globalThis"],
  ...["schema", "r", "typed", "k", "init", "etag", "timestamp"],
]);

/**
 * Returns whether a name is reserved, so that no class, brand or imported type can have it. Names that start with `$` are reserved for the
 * constants of generated code, such as `$total` for the property `total`.
 */
export function isReservedTypeName(name: string): boolean {
  return name.startsWith("$") || reservedTypeNames.has(name);
}
