import { ServiceError } from "../errors/service-error.js";
import type { Limits } from "./limits.js";

/** A C# identifier: https://learn.microsoft.com/dotnet/csharp/fundamentals/coding-style/identifier-names */
const identifier = /^[_\p{L}\p{Nl}][_\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*$/u;

/** A name in XML 1.0, its non-ASCII part within the BMP: https://www.w3.org/TR/xml/#NT-NameChar */
const xmlName =
  /^[\w\xb7\xc0-\xd6\xd8-\xf6\xf8-\u037d\u037f-\u1fff\u200c-\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]*$/;

export function checkPropertyName(name: string, limits: Limits): void {
  if (name.length > limits.propertyNameUnits) throw new ServiceError("PropertyNameTooLong");
  const reserved = limits.reservedNames.includes(name);
  if (reserved || !identifier.test(name) || !xmlName.test(name)) throw new ServiceError("PropertyNameInvalid");
}
