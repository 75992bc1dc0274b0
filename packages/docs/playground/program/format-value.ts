/** Formats a value as a line of output: a text as it is, anything else as a JavaScript literal where there is one. */
export function formatValue(value: unknown): string {
  return typeof value === "string" ? value : format(value, new Set());
}

function format(value: unknown, parents: ReadonlySet<unknown>): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `[Function ${value.name}]`;
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  if (parents.has(value)) return "[Circular]";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof Error) return formatError(value);
  const inside = new Set([...parents, value]);
  if (ArrayBuffer.isView(value)) return `${value.constructor.name} [${Array.from(value as Uint8Array).join(", ")}]`;
  if (Array.isArray(value)) return `[${value.map((each) => format(each, inside)).join(", ")}]`;
  if (value instanceof Map || value instanceof Set) return `${value.constructor.name} ${format([...value], inside)}`;
  const members = Object.entries(value).map(([name, member]) => `${name}: ${format(member, inside)}`);
  const name = Object.getPrototypeOf(value)?.constructor?.name ?? "Object";
  return `${name === "Object" ? "" : `${name} `}{${members.length === 0 ? "" : ` ${members.join(", ")} `}}`;
}

function formatError(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  return `${error.name}${typeof code === "string" ? ` [${code}]` : ""}: ${error.message}`;
}
