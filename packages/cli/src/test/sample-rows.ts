/** Creates a generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const names = ["note", "größe", "名前", "toString", "etag", "_1", "x".repeat(255)];

const members = [
  (index: number) => `"Edm.String",NAME:${JSON.stringify(`text\u2028 "${index}" 😀`)}`,
  (index: number) => `"Edm.Boolean",NAME:${index % 2 === 0}`,
  (index: number) => `"Edm.Int32",NAME:${index - 2_147_483_648}`,
  (index: number) => `"Edm.Int64",NAME:"${-(2n ** 63n) + BigInt(index)}"`,
  (index: number) => `"Edm.Double",NAME:${["-0.0", '"NaN"', '"-Infinity"', "5.0", "1e+21", `${index}.25`][index % 6]}`,
  (index: number) => `"Edm.DateTime",NAME:"1601-01-01T00:00:00.${String(index).padStart(7, "0")}Z"`,
  (index: number) => `"Edm.Guid",NAME:"00000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}"`,
  (index: number) => `"Edm.Binary",NAME:"${Buffer.from([index & 255, 0, 255]).toString("base64")}"`,
];

/** Returns lines of rows with every Edm type, odd names and empty keys, over many partitions. The first has nearly 1 MiB. */
export function sampleLines(table: string, rows: number): string[] {
  return Array.from({ length: rows }, (_, index) => {
    const partition = index === 1 ? "" : `${"abcdefgh"[index % 8]}${Math.floor(index / 300)}`;
    const rowKey = index < 2 ? "" : `é ${index}`;
    const keys = `"$table":"${table}","PartitionKey":"${partition}","RowKey":"${rowKey}"`;
    return `{${keys}${index === 0 ? largeMembers() : propertiesOf(index)}}`;
  });
}

function propertiesOf(index: number): string {
  return members
    .slice(0, 1 + (index % members.length))
    .map((member, position) => {
      const name = names[(index + position) % names.length] as string;
      const unique = JSON.stringify(position < names.length ? name : `${name.slice(0, 200)}2`);
      return `,${unique.slice(0, -1)}@odata.type":${member(index).replace("NAME", unique)}`;
    })
    .join("");
}

/** Returns the members of a row of nearly the maximum size. */
export function largeMembers(): string {
  const bytes = Buffer.alloc(65_536, 7).toString("base64");
  return Array.from({ length: 15 }, (_, at) => `,"b${at}@odata.type":"Edm.Binary","b${at}":"${bytes}"`).join("");
}
