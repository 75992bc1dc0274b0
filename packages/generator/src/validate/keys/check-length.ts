import type { KeyModel } from "../../model/keys/key-model.js";
import { maxPartUnits, minPartUnits } from "../../model/keys/key-shape.js";
import type { KeyDraft } from "../../read/entity/entity-draft.js";
import type { CheckContext } from "../check-context.js";
import type { KeyName } from "./check-key.js";

/**
 * Maximum length of a key, in UTF-16 units. The documentation states both 1 KiB and 1,024 characters. The service rejects keys of more than
 * 1,024 units. It may also reject keys of more than 1 KiB at two bytes a unit, which is 512 units.
 * @see https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model#property-limitations
 */
const maxUnits = 1024;
const safeUnits = 512;

/** Checks the possible lengths of a key against the limits of the service. */
export function checkLength(
  { entity, report, service }: CheckContext,
  key: KeyName,
  model: KeyModel,
  draft: KeyDraft,
): void {
  const separators = model.parts.slice(1).filter(({ touches }) => !touches).length;
  const min = model.parts.reduce((sum, part) => sum + minPartUnits(part), separators * model.separator.length);
  const what = `The ${key} of "${entity}"`;
  if (min > maxUnits) {
    const message = `${what} has at least ${min} UTF-16 units; the service allows at most ${maxUnits}.`;
    report.add("key.too-long", draft.place, message, "Shorten its literals and fixed lengths.");
  } else if (model.maxUnits === undefined || model.maxUnits > safeUnits) {
    const unbounded = model.parts.find((part) => maxPartUnits(part) === Number.POSITIVE_INFINITY);
    const why =
      unbounded?.kind === "property"
        ? `has no maximum length, because "${unbounded.property.name}" has no maxLength`
        : `can have ${model.maxUnits} UTF-16 units, escapes included`;
    const message = `${what} ${why}; over ${safeUnits} units the service may reject it.`;
    const isEscaped = model.parts.some((part) => part.kind === "property" && part.encoding !== "raw");
    const help = `Set a maxLength that keeps the key short${isEscaped ? ": an escaped character takes three units" : ""}.`;
    report.add("key.may-be-too-long", draft.place, message, help);
  }
  if (service === "cosmos" && model.template === "") {
    report.add(
      "key.cosmos-empty",
      draft.place,
      `${what} is always empty, which Cosmos DB for Table does not accept.`,
      "Write a literal that is not empty.",
    );
  }
}
