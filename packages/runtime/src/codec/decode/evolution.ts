import { readConverted } from "../../edm/convert/read-converted.js";
import { evolvedFilter } from "../../odata/filter-evolved.js";
import type { Evolution } from "../../schema/evolution.js";
import { readNames } from "../../schema/stored-names.js";
import { holdsFormerNames, renamedNames, withoutFormerNames } from "../encode/with-former-names.js";
import { readStored } from "./read-evolved.js";

/**
 * Functions that read and write properties with former names (`formerly`) or other Edm types (`reads`). Generated code passes these
 * functions as the option `evolution` of each such property.
 */
export const evolution: Evolution = {
  filter: evolvedFilter as Evolution["filter"],
  read: readConverted,
  readStored,
  readNames,
  holdsFormerNames,
  renamedNames,
  withoutFormerNames,
};
