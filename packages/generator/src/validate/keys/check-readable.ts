import { quote } from "../../diagnostics/wording.js";
import { twoReadings } from "../../model/keys/common-text.js";
import type { KeyModel, KeyProperty } from "../../model/keys/key-model.js";
import type { KeyDraft } from "../../read/entity/entity-draft.js";
import type { CheckContext } from "../check-context.js";
import type { KeyName } from "./check-key.js";

/** Checks that every key can be split into the texts of its parts in only one way, so that reads can restore the values. */
export function checkReadable({ entity, report }: CheckContext, key: KeyName, model: KeyModel, draft: KeyDraft): void {
  if (isTriviallyReadable(model)) return;
  const readings = twoReadings(model);
  if (readings === undefined) return;
  const [one, other] = readings;
  const differing = model.parts.flatMap((part, index) =>
    part.kind === "property" && one[index] !== other[index] ? [{ part, index }] : [],
  );
  const values = (texts: readonly string[]) =>
    `{ ${differing.map(({ part, index }) => `${part.property.name}: ${quote(texts[index] ?? "")}`).join(", ")} }`;
  const text = keyText(model, one);
  const message = `The ${key} of "${entity}" cannot be read back: ${values(one)} and ${values(other)} have the same key ${quote(text)}.`;
  const [help = ""] = differing.map(({ part }) => endsOf(part));
  report.add("key.ambiguous", draft.place, message, help);
}

/** Advises how to mark the end of a property's value in a key, so that the key can be split. */
function endsOf({ encoding, property: { name, type } }: KeyProperty): string {
  const write = `Write a separator or a literal after "${name}" that its values cannot contain`;
  if (type !== "string") return `${write}, or give it a fixed width such as .pad(10).`;
  const escaped = encoding === "raw" ? " (without .raw they escape it)" : "";
  return `${write}${escaped}, or give it a fixed width: .raw with length: 8.`;
}

/**
 * Returns whether each part ends at a separator that its value cannot contain, or the key has no values. `twoReadings` would find nothing
 * then.
 */
function isTriviallyReadable({ parts, separator }: KeyModel): boolean {
  if (parts.filter(({ kind }) => kind === "property").length === 0) return true;
  return (
    parts.every(({ touches }) => !touches) && /^[^0-9a-fA-Z~\u0100-\uffff.'-]/.test(separator) && !hasFormat(parts)
  );
}

function hasFormat(parts: KeyModel["parts"]): boolean {
  return parts.some((part) => part.kind === "property" && part.encoding.startsWith(".format"));
}

function keyText({ parts, separator }: KeyModel, texts: readonly string[]): string {
  return parts.map((part, index) => (index === 0 || part.touches ? "" : separator) + (texts[index] ?? "")).join("");
}
