import { checkGuid, type Guid, lowerGuid } from "../edm/guid.js";
import { malformedPart, missingPart } from "./key-part.js";

/** Writes a Guid as key text, in lower case, so that a Guid in upper case finds the row. */
export function keyGuid(value: Guid): string {
  if (value === undefined || value === null) throw missingPart();
  return checkGuid(value);
}

export function parseGuid(text: string | undefined): Guid {
  if (text === undefined || lowerGuid(text) !== text) throw malformedPart(text, "a lower-case Guid");
  return text as Guid;
}
