/** Suffixes of the entity's name in the exports of its generated file. The class itself has no suffix. */
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

/** Returns whether a name is valid for an index. It becomes a member of the client, where no method starts like this. */
export function isIndexName(name: string): boolean {
  return /^by[\p{Lu}\p{Nd}_]\p{ID_Continue}*$/u.test(name);
}

/** File that declares all brands. No entity may be written to it. */
export const brandsFileName = "brands.gen.ts";

/** Returns the name of the generated file: `OrderLine` → `order-line.gen.ts`, `HTTPLog2` → `http-log2.gen.ts`. */
export function generatedFileName(entity: string): string {
  const words = entity
    .replace(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, "$1-$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2")
    .replace(/_+/gu, "-");
  return `${words.replace(/^-+|-+$/gu, "").toLowerCase() || "entity"}.gen.ts`;
}

/** Names that no declaration of a module may have. */
const reservedWords =
  "await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield";

/** Types and type operators, globals that generated code uses, and its own local names. */
const reservedTypeNames: ReadonlySet<string> = new Set([
  ...reservedWords.split(" "),
  ...["any", "bigint", "boolean", "never", "number", "object", "string", "symbol", "undefined", "unknown"],
  ...["infer", "keyof", "readonly", "unique"],
  ...["BigInt", "Date", "Infinity", "NaN", "Number", "Object", "Uint8Array", "globalThis"],
  ...["schema", "r", "typed", "k", "init", "etag", "timestamp"],
]);

/** Returns whether no class, brand or imported type can have the name. Generated code has constants for properties, such as `$total`. */
export function isReservedTypeName(name: string): boolean {
  return name.startsWith("$") || reservedTypeNames.has(name);
}
