import { didYouMean } from "../../diagnostics/wording.js";
import type { EntityDraft, Found } from "../../read/entity/entity-draft.js";
import type { CheckContext } from "../check-context.js";

/** Checks the option `ttl`: the property that holds the time at which a row expires. */
export function checkTtl({ entity, report }: CheckContext, ttl: Found<string>, draft: EntityDraft): void {
  const { properties } = draft;
  const name = JSON.stringify(`${entity}.${ttl.value}`);
  const property = properties.list.find((each) => each.name.value === ttl.value);
  if (property === undefined) {
    if (!properties.complete || properties.unread.has(ttl.value)) return;
    const names = properties.list.filter(({ type }) => type === "dateTime").map((each) => each.name.value);
    const help = didYouMean(ttl.value, names, "Declare it: edm.dateTime().");
    report.add("ttl.invalid", ttl.place, `The ttl of "${entity}" names ${name}, which is not a property.`, help);
    return;
  }
  const { options, type } = property;
  if (type !== "dateTime") {
    const message = `The ttl of "${entity}" is ${name}, an edm.${type}(), which is not a time.`;
    report.add("ttl.invalid", ttl.place, message, "Name an edm.dateTime(): the time at which the row expires.");
  } else if (options.keyOnly?.value) {
    const message = `The ttl of "${entity}" is ${name}, which only the key contains, so queries cannot omit expired rows.`;
    report.add("ttl.invalid", ttl.place, message, "Remove keyOnly, so that the property is stored.");
  } else if ((options.onInsert ?? options.onWrite ?? options.default)?.value === "now") {
    const message = `The ttl of "${entity}" is ${name}, which is set to the time of a write, so each row would expire immediately.`;
    report.add("ttl.invalid", ttl.place, message, "Name a property with a later time.");
  }
}
