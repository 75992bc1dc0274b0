import { isAbsent } from "../../codec/edm/edm-type.js";
import { readOnlyError } from "../../codec/entity-errors.js";
import type { Hooks } from "../../schema/hooks.js";
import type { WriterHooks } from "../../write/writer.js";
import { rememberRow } from "../rows-read.js";
import { checkReadOnlyValues } from "./read-only-values.js";
import { writeWhole } from "./write-whole.js";

/** Feature that rejects changes of properties that only an insert writes, and keeps the stored values when a whole entity is written. */
export const readOnly: Hooks<WriterHooks> = {
  checkChanges({ name, readOnly }, changes, unset) {
    for (const property of readOnly) {
      const { field } = property;
      if (!isAbsent((changes as Readonly<Record<string, unknown>>)[field], property))
        throw readOnlyError(name, field, "Leave it out of the changes.");
      if (unset.includes(field)) throw readOnlyError(name, field, "Leave it out of unset.");
    }
  },
  checkWhole: checkReadOnlyValues,
  writeWhole,
  // A spread copy of an entity has the same `$timestamp`, and so the stored values that it must keep.
  seen(entity, row) {
    const { $timestamp } = entity as { readonly $timestamp: object | undefined };
    if ($timestamp !== undefined) rememberRow($timestamp, row);
  },
};
