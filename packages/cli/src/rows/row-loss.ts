/** A number as JSON has it. */
const numberAt = /-?\d[\d.eE+-]*/y;
const spaceAt = /[ \t\r\n]*/y;

/**
 * What a parser of JSON would change in a row without a word, as a sentence without its point: names that stand twice, numbers
 * beyond Double, and whole numbers beyond Int32 without a type, which would become doubles.
 * @param json a valid object without objects in it
 */
export function lossOf(json: string): string | undefined {
  const names = new Set<string>();
  const wholeNumbers: string[] = [];
  for (let open = json.indexOf('"'); open >= 0; ) {
    const end = endOfString(json, open);
    const colon = skip(spaceAt, json, end);
    if (json[colon] === ":") {
      const name = JSON.parse(json.slice(open, end)) as string;
      if (names.has(name)) return `${name} stands there twice`;
      names.add(name);
      const value = skip(spaceAt, json, colon + 1);
      const text = json.slice(value, skip(numberAt, json, value));
      if (text !== "" && !Number.isFinite(Number(text))) return `${name} is ${text}, which is beyond Edm.Double`;
      if (/^-?\d+$/.test(text) && (Number(text) | 0) !== Number(text)) wholeNumbers.push(name);
    }
    open = json.indexOf('"', end);
  }
  const untyped = wholeNumbers.find((name) => !names.has(`${name}@odata.type`));
  if (untyped === undefined) return undefined;
  return `${untyped} is beyond Edm.Int32, so it needs its type: "${untyped}@odata.type" with "Edm.Int64", and the number in quotes, or with "Edm.Double"`;
}

/** The place after the closing quote. */
function endOfString(json: string, open: number): number {
  let end = json.indexOf('"', open + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end + 1;
}

/** Whether an odd number of backslashes stands before. */
function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

/** The place after what the pattern matches, if anything. */
function skip(pattern: RegExp, json: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(json) ? pattern.lastIndex : from;
}
