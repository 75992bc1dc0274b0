/** Parsed part of a locked key that contains a property, such as `{no:Edm.Int32:pad:6}`. */
export interface KeyPartText {
  readonly name: string;
  readonly type: string;
  readonly format: string;
}

/** Splits a part of a locked key into its literals and properties. Only a template has more than one. */
export function lockedPieces(text: string): readonly string[] {
  return text.match(/\{[^{}]+\}|(?:\{\{|\}\}|[^{}])+/g) ?? [text];
}

/** Parses a property in a locked key, such as `{no:Edm.Int32:pad:6}`; undefined for a literal. */
export function parseLockedPart(text: string): KeyPartText | undefined {
  const [, inside] = /^\{([^{}]+)\}$/.exec(text) ?? [];
  if (inside === undefined) return undefined;
  const [name = "", ...rest] = inside.split(":");
  const type = rest[0]?.startsWith("Edm.") ? rest[0] : "Edm.String";
  return { name, type, format: rest.filter((word) => word !== type).join(":") };
}
