import { describe, expect, it } from "vitest";
import { adoptCode, adoptFiles, keysIn } from "./test/adopt-files.js";

const declared =
  "declare const id: string; declare const n: number; declare const at: Date; declare const big: bigint; declare const o: { id: string };\n";

describe("the form of a key is read from", () => {
  const forms: readonly (readonly [expression: string, form: string])[] = [
    [`\`order_\${id}\``, "order_{id}"],
    ['"order_" + id + "_" + n', "order_{id}_{n:number}"],
    ['["order", o.id, String(n).padStart(8, "0")].join("|")', "order|{id}|{n:8}"],
    [`\`\${at.toISOString().slice(0, 10)}_\${o.id.toLowerCase()}\``, "{at:day}_{id:lower}"],
    ["at.toISOString()", "{at:iso}"],
    [`\`w\${at.getTime()}_\${id.toUpperCase()}\``, "w{at:milliseconds}_{id:upper}"],
    [`\`t\${Math.floor(at.getTime() / 1000)}\``, "t{at:seconds}"],
    [`\`w\${Math.trunc((at.getTime()) / (60 * 1000))}\``, "w{at:minutes}"],
    [`\`\${8640000000000000 - at.getTime()}\``, "{at:milliseconds}"],
    ["String(Math.floor(at.getTime() / 3)).padStart(9, '0')", "{?}"],
    [`\`\${at.toISOString().slice(0, 16)}_\${n.toString(16).padStart(8, "0")}\``, "{at:minute}_{n:8}"],
  ];
  const calls = forms.map(([key], n) => `client.createEntity({ partitionKey: "p${n}", rowKey: ${key} });`);
  const found = keysIn(adoptCode(declared + calls.join("\n")));

  it.each(forms)("%s", (key, form) => {
    const index = forms.findIndex(([other]) => other === key);
    expect(found[index]).toBe(`Orders p${index} ${form}`);
  });

  it("constants, enums and functions of other files", () => {
    const report = adoptFiles(
      {
        "src/keys.ts": `
          export enum Prefix { Order = "order" }
          const separator = "_";
          export const orderKey = (no: number) => \`\${Prefix.Order}\${separator}\${pad(no, 6)}\`;
          function pad(value: number, width: number) { return value.toString().padStart(6, "0"); }
        `,
        "src/main.ts": `
          import { TableClient } from "@azure/data-tables";
          import { orderKey } from "@/keys";
          const client = TableClient.fromConnectionString("", "Orders");
          export const save = (order: { customerId: string; orderNo: number }) =>
            client.createEntity({ partitionKey: order.customerId, rowKey: orderKey(order.orderNo) });
        `,
        "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      },
      "tsconfig.json",
    );
    expect(keysIn(report)).toEqual(["Orders {customerId} order_{orderNo:6}"]);
    expect(report.drafts[0]).toMatchObject({ problems: [] });
    expect(report.drafts[0]?.text).toContain('rowKey: (k) => ["order", k.orderNo.pad(6)]');
  });

  it("values of other functions with the same name, each by itself", () => {
    const report = adoptCode(`
      export const a = (id: string) => client.createEntity({ partitionKey: "a", rowKey: id, id: "x" as string });
    `);
    expect(report.drafts[0]?.text).toContain("uncertain: id in the RowKey is assumed to be the property of that name");
  });
});

describe("a draft", () => {
  const draftOf = (keys: string) => {
    const [draft] = adoptCode(`${declared}client.createEntity({ ${keys} });`).drafts;
    expect(draft?.problems).toEqual([]);
    return draft?.text ?? "";
  };

  it("says which values are refused: those that hold the text after them, not the last of a key", () => {
    const text = draftOf(`partitionKey: "p", rowKey: id + "_" + o.id + "_x", id, other: o.id`);
    expect(text).toContain('// values that contain "_" are rejected: id, other');
    expect(draftOf(`partitionKey: "cust_" + id, rowKey: "n-" + o.id, id, other: o.id`)).not.toContain("refused");
  });

  it("has the separator of both keys", () => {
    const text = draftOf("partitionKey: 't__' + id, rowKey: 'order__' + o.id + '__x_y'");
    expect(text).toContain('separator: "__"');
    expect(text).toContain('rowKey: (k) => ["order", k.idKey.raw, "x_y"]');
  });

  it("has the longest separator that divides the keys", () => {
    const text = draftOf("partitionKey: 'p', rowKey: id + '-_x'");
    expect(text).toContain('separator: "-_"');
    expect(text).toContain('rowKey: (k) => [k.id.raw, "x"]');
  });

  it("takes only what the key pads for a number", () => {
    const isPadded = "since the key pads it";
    expect(draftOf("partitionKey: 'p', rowKey: 'x_' + id")).not.toContain(isPadded);
    expect(draftOf("partitionKey: 'p', rowKey: 'x_' + String(n).padStart(8, '0')")).toContain(isPadded);
  });

  it("writes a key without a separator as a template", () => {
    const text = draftOf("partitionKey: 't_' + id, rowKey: 'C' + n");
    expect(text).toContain('separator: "_"');
    expect(text).toContain(`rowKey: (k) => [\`C\${k.n.raw}\`]`);
  });

  it("keeps a key of two values that touch as one text, and says so", () => {
    const text = draftOf("partitionKey: 't_' + id, rowKey: id + n");
    expect(text).toContain("uncertain: the RowKey is one text: ");
  });

  it("gives a number without zeros before it as text", () => {
    expect(draftOf("partitionKey: id, rowKey: 'n_' + n")).toContain(
      "// the RowKey has n as text: a number without zeros before it, so that 10 comes before 9\n",
    );
  });

  it("uses the stored property that makes the key", () => {
    const text = draftOf("partitionKey: 'c_' + o.id, rowKey: at.toISOString().slice(0, 7), customer: o.id, at");
    expect(text).toContain("customer: edm.string(),");
    expect(text).toContain('partitionKey: (k) => ["c", k.customer.raw]');
    expect(text).toContain("rowKey: (k) => [k.at.month]");
  });

  it("writes the formats of times, numbers and texts that the program makes", () => {
    const text = draftOf(
      `partitionKey: 'u_' + o.id.toUpperCase(), rowKey: \`t\${at.toISOString().slice(0, 16)}-\${at.getTime()}\`, customer: o.id, at`,
    );
    expect(text).toContain('partitionKey: (k) => ["u", k.customer.upper]');
    expect(text).toContain("k.at.format(\"yyyy-MM-dd'T'HH:mm\")");
    expect(text).toContain("k.at.milliseconds");
    const hex = draftOf('partitionKey: "n", rowKey: big.toString(16).padStart(16, "0"), big');
    expect(hex).toContain("rowKey: (k) => [k.big.hex(16)]");
  });

  it.each([
    [`\`t\${Math.floor(at.getTime() / 1000)}\``, `[\`t\${k.at.seconds}\`]`],
    [`\`d_\${String(Math.trunc(at.getTime() / (24 * 3_600_000))).padStart(5, '0')}\``, '["d", k.at.days.pad(5)]'],
    [`\`\${8_640_000_000_000_000 - at.getTime()}\``, "[k.at.milliseconds.desc(8640000000000000)]"],
    [`\`\${9999999999 - Math.floor(at.getTime() / 1000)}\``, "[k.at.seconds.desc(9999999999)]"],
    ["String(9007199254740991n - big).padStart(16, '0')", "[k.big.desc(9007199254740991)]"],
    [`\`\${big}\``, "[k.big.text]"],
    ["createHash('sha256').update(id).digest('hex').slice(0, 4)", "[k.id.sha256(4)]"],
    ["crypto.createHash('sha256').update(id, 'utf8').digest('hex')", "[k.id.sha256]"],
    [`\`h_\${createHash('md5').update(id).digest('hex')}\``, '["h", k.id.md5]'],
  ])("computes %s as an encoding does", (expression, parts) => {
    const text = draftOf(`partitionKey: "p", rowKey: ${expression}, id, at, big`);
    expect(text).toContain(`rowKey: (k) => ${parts}`);
  });

  it.each([
    ["Math.floor(at.getTime() / 1500)", "another unit"],
    ["Math.round(at.getTime() / 1000)", "another rounding"],
    ["String(8640000000000000 - at.getTime()).padStart(19, '0')", "more digits than the maximum"],
    ["String(5000000000 - Math.floor(at.getTime() / 1000))", "a maximum that may lose a digit"],
    ["10 - (20 - at.getTime())", "two subtractions"],
    ["createHash('sha1').update(id).digest('hex')", "another hash"],
    ["createHash('sha256').update(id).digest('base64')", "another alphabet"],
    ["createHash('sha256').update(id.trim()).digest('hex')", "a hash of another text"],
  ])("keeps %s as text: %s", (expression) => {
    const text = draftOf(`partitionKey: "p", rowKey: \`x_\${${expression}}\`, id, at`);
    expect(text).toMatch(/rowKey: \(k\) => \["x", k\.\w+\.raw\]/);
  });

  it("has ~ in literals and separators, since its texts have no escapes", () => {
    const text = draftOf("partitionKey: 'a~b_' + id + '_' + s, rowKey: 'b~c'");
    expect(text).toContain('partitionKey: (k) => ["a~b", k.id.raw, k.s.raw]');
    expect(text).toContain('rowKey: () => ["b~c"]');
    expect(draftOf("partitionKey: 'id~' + id, rowKey: id")).toContain('separator: "~"');
  });
});

describe("entities of one table are told apart", () => {
  const code = (order: string, line: string) => `
    export function save(id: string, n: string) {
      client.createEntity({ partitionKey: id, rowKey: \`order_\${id}\`, ${order} });
      client.createEntity({ partitionKey: id, rowKey: \`line_\${id}_\${n}\`, ${line} });
    }
  `;

  it("by the beginnings of their keys", () => {
    const { drafts, tables } = adoptCode(code("a: true", "b: true"));
    expect(tables[0]?.entities.map(({ name }) => name)).toEqual(["Order", "Line"]);
    expect(drafts[0]).toMatchObject({ problems: [] });
    expect(drafts[0]?.text.match(/kindProperty: false/g)).toHaveLength(2);
  });

  it("by a property that each stores with another text", () => {
    const [draft] = adoptCode(code('type: "order"', 'type: "line"')).drafts;
    expect(draft).toMatchObject({ problems: [] });
    expect(draft?.text).toContain('kind: "order",\n  kindProperty: "type",');
    expect(draft?.text).not.toContain("type: edm");
  });

  it("by their keys where one of them may lack the property", () => {
    const [draft] = adoptCode(`
      export function save(id: string, isTyped: boolean) {
        client.createEntity({ partitionKey: id, rowKey: \`order_\${id}\`, type: "order" });
        client.createEntity({ partitionKey: id, rowKey: \`line_\${id}\`, ...(isTyped && { type: "line" }) });
      }
    `).drafts;
    expect(draft?.text.match(/kindProperty: false/g)).toHaveLength(2);
  });

  it("a read by keys that show no form belongs to the only entity, and to none of several", () => {
    const read = "client.getEntity(partition, row);";
    const start = "export async function load(id: string, partition: string, row: string) {";
    const one = "await client.createEntity({ partitionKey: 'p_' + id, rowKey: 'order_' + id });";
    const other = "await client.createEntity({ partitionKey: 'p_' + id, rowKey: 'line_' + id });";
    const entitiesIn = (writes: string) =>
      adoptCode(`${start} ${writes} ${read} }`).tables.map(({ entities }) => entities.length);
    expect(entitiesIn(one)).toEqual([1]);
    expect(entitiesIn(one + other)).toEqual([2]);
  });

  it("and where they cannot be, the draft says why it is not accepted", () => {
    const [draft] = adoptCode(`
      export function save(id: string, n: number) {
        client.createEntity({ partitionKey: id, rowKey: id, a: true });
        client.createEntity({ partitionKey: id, rowKey: \`\${id}_\${n}\`, b: true });
      }
    `).drafts;
    expect(draft?.problems.map(({ code: found }) => found)).toContain("kind.not-distinct");
  });
});
