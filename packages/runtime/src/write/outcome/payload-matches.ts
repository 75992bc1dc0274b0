import type { EntityPayload } from "../../schema/entity-schema.js";

const annotation = "@odata.type";

/**
 * Returns whether a row has the values that a write sent.
 * @param body the JSON that was sent
 * @param whole whether the row must have no other values: true for insert and replace, false for merge
 */
export function payloadMatches(row: EntityPayload, body: string, whole: boolean): boolean {
  const sent = JSON.parse(body) as Readonly<Record<string, unknown>>;
  const names = propertiesOf(sent);
  const isEqual = (name: string) =>
    normalized(sent[name], sent[name + annotation]) === normalized(row[name], row[name + annotation]);
  return names.every(isEqual) && (!whole || propertiesOf(row).every((name) => Object.hasOwn(sent, name)));
}

function propertiesOf(payload: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(payload).filter(
    (name) => name !== "Timestamp" && !name.includes("odata.") && payload[name] !== null,
  );
}

/** Normalizes a value for a comparison, because the service may change its text: dates lose trailing zeros, GUIDs their case. */
function normalized(value: unknown, type: unknown): unknown {
  if (typeof value !== "string") return value;
  if (type === "Edm.DateTime")
    return value.replace(/\.(\d*?)0*Z$/, (_, digits) => (digits === "" ? "Z" : `.${digits}Z`));
  return type === "Edm.Guid" ? value.toLowerCase() : value;
}
