import { readConverted } from "../../edm/convert/read-converted.js";
import { evolvedFilter } from "../../odata/filter-evolved.js";
import type { Evolution } from "../../schema/evolution.js";
import { holdsFormerNames, renamedNames, withoutFormerNames } from "../encode/with-former-names.js";
import { readStored } from "./read-evolved.js";

/**
 * Functions for reading and writing former names and other Edm types. Generated code passes them with a property that has `formerly` or
 * `reads`.
 */
export const evolution: Evolution = {
  filter: evolvedFilter as Evolution["filter"],
  read: readConverted,
  readStored,
  holdsFormerNames,
  renamedNames,
  withoutFormerNames,
};
