import { quote, quoteCharacter } from "../diagnostics/wording.js";

const csharpIdentifier = /^[_\p{L}\p{Nl}][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*$/u;

/**
 * Matches names of XML 1.0, fifth edition (NameStartChar, then NameChar), within the Basic Multilingual Plane. Excludes the colon and the
 * joiners, which no C# identifier contains.
 */
const xmlName =
  /^[A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD][-.0-9A-Z_a-z\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u037D\u037F-\u1FFF\u203F\u2040\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD]*$/;

const ascii = /^[A-Z_a-z][0-9A-Z_a-z]*$/;

/** Properties that every row has, besides those that the definition declares. */
export const systemNames: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);

/** Maximum length of a property name, in UTF-16 units. */
export const maxNameUnits = 255;

/** Returns whether the service accepts a name for a stored property: a valid name that is not too long and not reserved by the service. */
export function isStoredName(name: string): boolean {
  return !isSystemName(name) && name.length <= maxNameUnits && isPropertyName(name);
}

export function isSystemName(name: string): boolean {
  return systemNames.has(name) || name.startsWith("odata.");
}

/**
 * Returns whether the service accepts a property name: a C# identifier that is also a name in XML 1.0. Keywords are allowed.
 *
 * @see https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model#property-names
 * @see https://www.w3.org/TR/xml/#NT-NameStartChar
 */
export function isPropertyName(name: string): boolean {
  return ascii.test(name) || (csharpIdentifier.test(name) && xmlName.test(name));
}

/** Returns the first character that makes `name` invalid as a property name, e.g. `"-" (U+002D)`. */
export function offendingCharacter(name: string): string {
  let prefix = "";
  for (const character of name) {
    prefix += character;
    if (!isPropertyName(prefix)) return quoteCharacter(character);
  }
  return quote(name);
}
