/** Matches a JSON string and, if it is the name of a member, the number that follows it. */
const stringOrMember = /"(?<text>[^"\\]*(?:\\.[^"\\]*)*)"(?<colon>[ \t\r\n]*:[ \t\r\n]*(?<number>-?\d[\d.eE+-]*)?)?/g;

/**
 * Finds a value of a row that a JSON parser would change without an error: a name that appears twice, a number beyond Double, or a whole
 * number beyond Int32 without a type, which would become a Double. Returns a sentence without its full stop, or undefined if no value would
 * change.
 * @param json a valid object without objects in it, such as a line of NDJSON
 */
export function findLoss(json: string): string | undefined {
  const names = new Set<string>();
  const wholeNumbers: string[] = [];
  for (const { groups = {} } of json.matchAll(stringOrMember)) {
    const { text, colon, number } = groups;
    if (colon === undefined) continue;
    const name = JSON.parse(`"${text}"`) as string;
    if (names.has(name)) return `${name} occurs twice`;
    names.add(name);
    if (number === undefined) continue;
    if (!Number.isFinite(Number(number))) return `${name} is ${number}, which is beyond Edm.Double`;
    if (/^-?\d+$/.test(number) && (Number(number) | 0) !== Number(number)) wholeNumbers.push(name);
  }
  const untyped = wholeNumbers.find((name) => !names.has(`${name}@odata.type`));
  if (untyped === undefined) return undefined;
  return `${untyped} is beyond Edm.Int32, so it needs its type: "${untyped}@odata.type" with "Edm.Int64", and the number in quotes, or with "Edm.Double"`;
}
