import { describe, expect, it } from "vitest";
import { draftOf } from "../test/draft-of.js";

const rowKeyOf = (rowKey: string, properties: string) =>
  /rowKey: \(k\) => \[(.+)\],/.exec(draftOf(`partitionKey: "p", rowKey: ${rowKey}, ${properties}`))?.[1];

describe("a key has the encoding that writes what the program writes:", () => {
  const padded = "String(n).padStart(8, '0')";
  const descending = (max: string, value: string) => `String(${max} - ${value})`;
  const seconds = "Math.floor(at.getTime() / 1000)";
  const minutes = "Math.floor(at.getTime() / 60000)";
  const days = "Math.floor(at.getTime() / 86400000)";

  it.each([
    [padded, "n: { type: 'Int32', value: n }", "k.n.pad(8)"],
    [padded, "n: { type: 'Int64', value: n }", "k.n.pad(8)"],
    [padded, "n", "k.n.pad(8)"],
    [padded, "n: { type: 'Double', value: n }", "k.nKey.raw"],
    [padded, "n: s", "k.nKey.raw"],
    [`\`n_\${n}\``, "n: { type: 'Int32', value: n }", '"n", k.n.text'],
    [`\`n_\${n}\``, "n", '"n", k.nKey.raw'],
    ["n.toString(16).padStart(4, '0')", "n: { type: 'Int32', value: n }", "k.n.hex(4)"],
    ["n.toString(16)", "n: { type: 'Int32', value: n }", "k.nKey.raw"],
    ["n.toString(16).padStart(4, '0')", "n", "k.nKey.raw"],
    ["at.toISOString()", "at", "k.at.iso"],
    ["at.toISOString()", "at: s", "k.atKey.raw"],
    ["at.toISOString().slice(0, 4)", "at", "k.at.year"],
    ["at.toISOString().slice(0, 10)", "at", "k.at.day"],
    ["at.toISOString().slice(0, 13)", "at", "k.at.hour"],
    ["at.toISOString().slice(0, 19)", "at", "k.at.format(\"yyyy-MM-dd'T'HH:mm:ss\")"],
    ["at.toISOString().slice(0, 16)", "at: s", "k.atKey.raw"],
    ["at.toISOString().slice(0, 19)", "at: s", "k.atKey.raw"],
    ["at.toISOString().slice(0, 10)", "at: s", "k.atKey.raw"],
    ["String(at.getTime())", "at: s", "k.atKey.raw"],
    ["id.toUpperCase()", "id: 5n", "k.idKey.raw"],
    ["id.toLowerCase()", "id: 5n", "k.idKey.raw"],
    ["id.trim().toLowerCase()", "id", "k.idKey.raw"],
    ["id", "id: 5n", "k.idKey.raw"],
    ["createHash('md5').update(id).digest('hex')", "id: 5n", "k.idKey.raw"],
    ["createHash('sha256').update(id).digest('hex')", "id: 5n", "k.idKey.raw"],
    ["createHash('sha256').update(id).digest('hex').slice(1, 4)", "id", "k.rowKey.raw"],
    ["createHash('sha256').update(id).digest('hex').slice(0)", "id", "k.rowKey.raw"],
    [descending("3147483648", "n"), "n: { type: 'Int32', value: n }", "k.n.desc(3147483648)"],
    [descending("3147483647", "n"), "n: { type: 'Int32', value: n }", "k.nKey.raw"],
    [descending("3147483648", "n"), "n", "k.nKey.raw"],
    [descending("5102444800000", "at.getTime()"), "at", "k.at.milliseconds.desc(5102444800000)"],
    [descending("5102444799999", "at.getTime()"), "at", "k.atKey.raw"],
    [descending("5102444800000", "at.getTime()"), "at: s", "k.atKey.raw"],
    [descending("5102444800", seconds), "at", "k.at.seconds.desc(5102444800)"],
    [descending("5102444799", seconds), "at", "k.atKey.raw"],
    [descending("78374080", minutes), "at", "k.at.minutes.desc(78374080)"],
    [descending("78374079", minutes), "at", "k.atKey.raw"],
    [descending("57482", days), "at", "k.at.days.desc(57482)"],
    [descending("57481", days), "at", "k.atKey.raw"],
    ["String(Number.MAX_SAFE_INTEGER - n)", "n: { type: 'Int64', value: n }", "k.n.desc(9007199254740991)"],
  ])("%s with %s", (rowKey, properties, parts) => {
    expect(rowKeyOf(rowKey, properties)).toBe(parts);
  });
});
