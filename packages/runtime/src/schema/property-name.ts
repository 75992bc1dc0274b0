import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { Limits } from "./limits.js";

const longest = 255;

/** Characters with which an XML 1.0 name can start, except the colon, within the Basic Multilingual Plane. */
const start =
  "A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D" +
  "\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD";
const xmlName = new RegExp(`^[${start}][${start}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040]*$`);

const reserved: ReadonlySet<string> = new Set(["PartitionKey", "RowKey", "Timestamp"]);

/**
 * Returns whether a name is a C# identifier: it starts with `_`, a letter or a letter number, and continues with these, combining marks,
 * digits and connectors. The regular expression is inside of the function, because compiling it is slow and few applications need it.
 */
function isIdentifier(name: string): boolean {
  return /^[_\p{L}\p{Nl}][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*$/u.test(name);
}

/**
 * Returns the reason why the service would reject a property name; undefined for a valid name. A valid name is a C# identifier that is also
 * a name in XML 1.0, of at most 255 UTF-16 units.
 * @see https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model
 */
export function propertyNameProblem(name: string): string | undefined {
  if (name.length === 0) return "is empty";
  if (name.length > longest) return `has ${name.length} UTF-16 units; the limit is ${longest}`;
  if (!isIdentifier(name)) return "is not a C# identifier: a letter or _, followed by letters, digits and _";
  if (!xmlName.test(name)) return "contains a character that XML 1.0 does not allow in names";
  return undefined;
}

/** Maximum number of valid names that are kept. Rows mostly have the same names. The limit is for tables whose names are data. */
const maxValid = 1000;
const valid = new Set<string>();

/**
 * Checks the stored name of a property against the rules of the service.
 * @throws TableError `property.invalid-name` or `property.reserved-name`
 */
export function checkPropertyName(entity: string, name: string, limits: Limits): void {
  if (!valid.has(name)) {
    const problem = propertyNameProblem(name);
    if (problem !== undefined) {
      const message = `The property name ${formatValue(name)} of ${entity} ${problem}.`;
      throw new TableError("property.invalid-name", message, { entity, property: name });
    }
    if (valid.size < maxValid) valid.add(name);
  }
  // `odata.*` is reserved too, but no valid name contains a point.
  if (reserved.has(name) || limits.reservedNames.includes(name)) {
    const message = `The property name ${formatValue(name)} of ${entity} is reserved by the service; choose another name.`;
    throw new TableError("property.reserved-name", message, { entity, property: name });
  }
}
