import type { Report } from "../diagnostics/report.js";
import { quote } from "../diagnostics/wording.js";
import type { Found, PropertyDraft } from "../read/entity/entity-draft.js";

/** State shared by the checks of one entity definition. */
export interface CheckContext {
  /** Name of the entity, for messages. */
  readonly entity: string;
  readonly report: Report;
  /** Service whose limits are checked. Values that only the other service rejects are valid. */
  readonly service: "storage" | "cosmos";
}

export const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };
export const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/**
 * Maximum sizes of values in Azure Storage: UTF-16 units of a string, bytes of a binary, bytes of a part of a split value. Cosmos DB for
 * Table has no such limits.
 */
export const storageLimits = { stringUnits: 32_768, maxBytes: 65_536, partBytes: 65_535 };

/** Returns the name of a property for messages, with that of its entity: `"Order.total"`. */
export function propertyName({ entity }: CheckContext, { name }: PropertyDraft): string {
  return quote(`${entity}.${name.value}`);
}

/** Reports a string that cannot be encoded as UTF-8. @param what the subject of the message */
export function checkUnicode({ report }: CheckContext, what: string, { value, place }: Found<string>): void {
  if (!/\p{Surrogate}/u.test(value)) return;
  report.add(
    "property.not-unicode",
    place,
    `${what} contains a lone surrogate, which cannot be sent.`,
    "Write both halves of the pair, or neither.",
  );
}
