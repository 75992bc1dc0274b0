/** Parsed part of a locked key that contains a property, such as `{no:Edm.Int32:pad:6}`. */
export interface KeyPartText {
  readonly name: string;
  readonly type: string;
  /** Format of the value in the key, such as `pad:6:shard4` or `.seconds.pad(6):shard4`; empty if the definition names no format. */
  readonly format: string;
}

/** Parsed format of a locked key part. */
export interface KeyFormat {
  /**
   * One word, such as `pad`, or the calls of the definition with the leading dot, such as `.seconds.pad(6)`; empty if the definition names
   * no encoding.
   */
  readonly encoding: string;
  /** Number of digits for `pad`. */
  readonly width: number | undefined;
  readonly shards: number | undefined;
}

/** Splits a part of a locked key into its literals and properties. Only a template has more than one of them. */
export function lockedPieces(text: string): readonly string[] {
  return text.match(/\{[^{}]+\}|(?:\{\{|\}\}|[^{}])+/g) ?? [text];
}

/** Parses a literal of a locked key, whose braces are doubled. */
export function parseLiteral(text: string): string {
  return text.replaceAll("{{", "{").replaceAll("}}", "}");
}

/** Parses a property in a locked key, such as `{no:Edm.Int32:pad:6}`; undefined for a literal. */
export function parseLockedPart(text: string): KeyPartText | undefined {
  const [, inside] = /^\{([^{}]+)\}$/.exec(text) ?? [];
  if (inside === undefined) return undefined;
  const [name = "", ...rest] = inside.split(":");
  const type = rest[0]?.startsWith("Edm.") ? rest[0] : "Edm.String";
  return { name, type, format: rest.filter((word) => word !== type).join(":") };
}

/** Parses the format of a locked key part. The argument of `.format("HH:mm")` may contain colons too. */
export function parseFormat(format: string): KeyFormat {
  const [, encoding = "", width, shards] = /^(.*?)(?::(\d+))?(?:(?:^|:)shard(\d+))?$/.exec(format) ?? [];
  return { encoding, width: parseCount(width), shards: parseCount(shards) };
}

function parseCount(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
