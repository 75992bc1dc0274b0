/** A JSON string, with what follows it where that is the colon and number of a member. */
const stringAndNumber = /"(?:[^"\\]|\\.)*"(?:\s*:\s*-?\d+(\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+))?/g;

/**
 * `JSON.parse` that keeps apart what JSON text keeps apart: the service writes an Edm.Double with a point or an exponent
 * (`5.0`) and an Edm.Int32 without, both without annotation, and `JSON.parse` makes them the same number. Here each such
 * Double is annotated, so that a row can be written back with its types, also those of properties that no definition
 * declares. Costs about as much as `JSON.parse` itself: for `modify`, `$extra` and rows without a definition.
 */
export function parsePayload(text: string): unknown {
  return JSON.parse(text.replace(stringAndNumber, annotate));
}

/** Matching whole strings keeps the scan out of their contents. */
function annotate(member: string, fraction: string | undefined): string {
  if (fraction === undefined) return member;
  const name = member.slice(0, member.lastIndexOf('"'));
  return `${name}@odata.type":"Edm.Double",${member}`;
}
