import type { GeneratedFile } from "@tablewright/generator";

/** Names of brands, by the name of a generated class and of its property. */
export type Brands = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Returns the brands of the properties of generated classes. The schema of a class lacks them, because only the compiler knows brands.
 * @param files generated files, in memory
 */
export function readBrands(files: readonly GeneratedFile[]): Brands {
  const declared = files.flatMap(({ text }) => [...text.matchAll(/^export type (\S+) = .+ & \$\.Brand<"\1">;$/gm)]);
  const names = new Set(declared.map(([, name = ""]) => name));
  const brands = new Map<string, ReadonlyMap<string, string>>();
  if (names.size === 0) return brands;
  for (const { text } of files)
    for (const [, name = ""] of text.matchAll(/^(?:export )?class (\S+)/gm))
      brands.set(name, brandsOf(name, text, names));
  return brands;
}

/** Returns the brands of the properties that the interface of a class declares. */
function brandsOf(name: string, text: string, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const [, body = ""] = text.split(new RegExp(`^(?:export )?interface ${name} \\{$`, "m"));
  const members = body
    .slice(0, body.search(/^\}$/m))
    .matchAll(/^ {2}(?:readonly )?(\S+): (?:.+ & )?(\S+?)(?: \| undefined)?;$/gm);
  return new Map(
    [...members].flatMap(([, property = "", brand = ""]) =>
      names.has(brand) ? [[property.replace(/^"(.*)"$/, "$1"), brand]] : [],
    ),
  );
}
