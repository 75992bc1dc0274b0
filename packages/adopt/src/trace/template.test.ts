import { describe, expect, it } from "vitest";
import { adoptCode, keysIn } from "../test/adopt-files.js";

const declared = `declare const id: string, width: number, n: number, at: Date; declare const o: { id: string }; declare const ids: string[];
declare function encode(text: string): string;\n`;

describe("the template of a key is", () => {
  const templates: readonly (readonly [expression: string, template: string])[] = [
    ["id.trim()", "{id}"],
    ["id.toLocaleLowerCase()", "{id}"],
    ["id.toUpperCase()", "{id:upper}"],
    ["id.toLowerCase().toUpperCase()", "{id}"],
    ["id.toUpperCase().padStart(8, '0')", "{id}"],
    ["id.trim().padStart(8, '0')", "{id}"],
    ["id.toLowerCase().padStart(8, '0')", "{id}"],
    ["id.trim().toLowerCase()", "{id}"],
    ["at.toISOString().slice(0, 4).padStart(8, '0')", "{at}"],
    ["id.padStart(8, '0')", "{id:8}"],
    ["String(n).padStart(8, '0')", "{n:8}"],
    ["id.padStart(8, ' ')", "{?}"],
    ["id.padStart(8)", "{?}"],
    ["id.padStart(width, '0')", "{?}"],
    ["id.padEnd(8, '0')", "{?}"],
    ["n.toString()", "{n:number}"],
    ["n.toString(2)", "{?}"],
    ["n.toString(16)", "{n:hex}"],
    ["encode(id)", "{?}"],
    ["encode('16')", "{?}"],
    [`\`x\${n + 1}\``, "x{?:number}"],
    ["[id, 'x'].join()", "{?}"],
    ["[id, 'x'].join(id)", "{?}"],
    ["ids.join('_')", "{?}"],
    ["o['id'] + '_x'", "{id}_x"],
    ["ids[n]!", "{?}"],
    ["id.slice(0, 10)", "{?}"],
    ["at.toISOString().substring(0, 10)", "{at:day}"],
    ["at.toISOString().slice(0, 4)", "{at:year}"],
    ["at.toISOString().slice(0, 7)", "{at:month}"],
    ["at.toISOString().slice(0, 13)", "{at:hour}"],
    ["at.toISOString().slice(0, 19)", "{at:second}"],
    ["at.toISOString().slice(1, 10)", "{at}"],
    ["at.toISOString().slice(0, 12)", "{at}"],
    ["at.toISOString().slice(0)", "{at:iso}"],
    ["at.toISOString().at(0)!", "{?}"],
  ];
  const calls = templates.map(([key], index) => `client.createEntity({ partitionKey: "p${index}", rowKey: ${key} });`);
  const found = keysIn(adoptCode(declared + calls.join("\n")));

  it.each(templates)("%s: %s", (key, template) => {
    const index = templates.findIndex(([other]) => other === key);
    expect(found[index]).toBe(`Orders p${index} ${template}`);
  });

  it("one value, where the program assigns one of several constants to a variable", () => {
    const code = 'let key: string; key = "a"; key = "b"; client.createEntity({ partitionKey: "p", rowKey: key });';
    expect(keysIn(adoptCode(code))).toEqual(["Orders p {key}"]);
  });

  it("named after a parameter, unless that may be any key", () => {
    const code = `declare const user: { id: string; no: string };
      const save = (pk: string, somePk: string) => client.createEntity({ partitionKey: pk, rowKey: somePk });
      save(user.id, user.no);`;
    expect(keysIn(adoptCode(code))).toEqual(["Orders {id} {somePk}"]);
  });
});

describe("keys have the same shape", () => {
  const count = (...keys: readonly string[]) =>
    keysIn(
      adoptCode(declared + keys.map((key) => `client.createEntity({ partitionKey: "p", rowKey: ${key} });`).join("\n")),
    ).length;

  it.each([
    ["names of values", "'a_' + id + '_b'", "'a_' + o.id + '_b'"],
    ["conversions", "'a_' + id", "'a_' + id.toLowerCase()"],
    ["widths", "'a_' + String(n).padStart(8, '0')", "'a_' + String(n).padStart(9, '0')"],
  ])("with other %s", (_, one, other) => {
    expect(count(one, other)).toBe(1);
  });

  it.each([
    ["another literal", "'a_' + id", "'b_' + id"],
    ["a literal in place of a value", "'a_' + id", "'a_text'"],
  ])("but not with %s", (_, one, other) => {
    expect(count(one, other)).toBe(2);
  });
});
