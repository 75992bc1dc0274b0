import { readStored } from "../../codec/read-evolved.js";
import type { PropertyHooks } from "../../schema/hooks.js";
import { readNames } from "../../schema/property.js";
import { evolvedFilter } from "./filter-evolved.js";
import { readConverted } from "./read-converted.js";
import { holdsFormerNames, renamedNames, withoutFormerNames } from "./with-former-names.js";

/**
 * Functions that read and write properties with former names (`formerly`) or other Edm types (`reads`). Generated code passes these
 * functions as the option `evolution` of each such property.
 */
export const evolution: PropertyHooks = {
  filter: evolvedFilter as PropertyHooks["filter"],
  read: readConverted,
  readStored,
  readNames,
  holdsFormerNames,
  renamedNames,
  withoutFormerNames,
};
