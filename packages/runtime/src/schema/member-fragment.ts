/** JSON tells these apart by itself. */
const unannotated: ReadonlySet<string> = new Set(["Edm.String", "Edm.Boolean", "Edm.Int32"]);

/** A member of a JSON object up to its value: `,"name@odata.type":"Edm.Int64","name":`. */
export function memberFragment(name: string, edm: string): string {
  const quoted = JSON.stringify(name);
  return unannotated.has(edm) ? `,${quoted}:` : `,${JSON.stringify(`${name}@odata.type`)}:"${edm}",${quoted}:`;
}
