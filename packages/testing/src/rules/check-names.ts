import { ServiceError } from "../errors/service-error.js";
import type { Limits, ServiceKind } from "./limits.js";

/** Property names in ASCII, which are valid both as identifiers and as XML names. Most names are ASCII, so this cheap check comes first. */
const asciiName = /^[A-Za-z_]\w*$/;

/** A C# identifier: https://learn.microsoft.com/dotnet/csharp/fundamentals/coding-style/identifier-names */
const identifier = /^[_\p{L}\p{Nl}][_\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*$/u;

/** A name in XML 1.0, whose non-ASCII characters are all within the BMP: https://www.w3.org/TR/xml/#NT-NameChar */
const xmlName =
  /^[\w\xb7\xc0-\xd6\xd8-\xf6\xf8-\u037d\u037f-\u1fff\u200c-\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]*$/;

const forbidden = /[/\\#?\x00-\x1f\x7f-\x9f]/;

export type KeyName = "PartitionKey" | "RowKey";

/** Keys of an entity, unique within its table. */
export interface EntityKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Rejects a name that a new table cannot have. Checks in the service's order, which decides the error of a name with several problems. */
export function checkTableName(name: string, kind: ServiceKind): void {
  if (kind === "cosmos") {
    if (name === "" || /[/\\#?]/.test(name)) throw new ServiceError("InvalidInput");
    return;
  }
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name) && name !== "") throw new ServiceError("InvalidResourceName");
  if (name.length < 3 || name.length > 63) {
    throw new ServiceError(
      "OutOfRangeInput",
      "The specified resource name length is not within the permissible limits.",
    );
  }
  if (name.toLowerCase() === "tables") throw new ServiceError("InvalidInput");
}

export function checkPropertyName(name: string, limits: Limits): void {
  if (name.length > limits.propertyNameUnits) throw new ServiceError("PropertyNameTooLong");
  const fits = asciiName.test(name) || (identifier.test(name) && xmlName.test(name));
  if (!fits || limits.reservedNames.includes(name)) throw new ServiceError("PropertyNameInvalid");
}

/** Rejects a PartitionKey or RowKey that the service does not accept. */
export function checkKey(name: KeyName, key: string, limits: Limits): void {
  if (!key.isWellFormed()) throw new ServiceError("InvalidInput", `The '${name}' contains a lone surrogate.`);
  if (forbidden.test(key)) {
    throw new ServiceError("OutOfRangeInput", `The '${name}' parameter of value '${key}' is out of range.`);
  }
  if (key.length > limits.keyUnits) {
    const reason = `The '${name}' is longer than the maximum allowed size of a key (${limits.keyUnits} characters).`;
    throw new ServiceError("PropertyValueTooLarge", undefined, [], { reason });
  }
  if (name === "RowKey" && Buffer.byteLength(key) > limits.rowKeyBytes) throw new ServiceError("PropertyValueTooLarge");
  if (key === "" && !limits.emptyKeys) {
    throw new ServiceError("PropertiesNeedValue", "PartitionKey/RowKey cannot be empty");
  }
}
