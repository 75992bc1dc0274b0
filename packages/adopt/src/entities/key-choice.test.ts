import { describe, expect, it } from "vitest";
import { adoptCode } from "../test/adopt-files.js";
import { draftFrom } from "../test/draft-from.js";

const client = 'const accounts = TableClient.fromConnectionString(process.env.STORAGE ?? "", "Ledger");\n';
const entry = (name: string, parameters: string, members: string) =>
  `export const ${name} = (${parameters}) => accounts.createEntity({ ${members} });\n`;
const paid = entry(
  "pay",
  "payerId: string, no: string",
  "partitionKey: 'M|' + payerId, rowKey: 'T|' + no, payerId, payeeId: payerId, no",
);

describe("a part of a key is the property in which every call that writes such rows stores its value", () => {
  it("which can be another one than that of the first call", () => {
    const lent = entry(
      "lend",
      "payerId: string, payeeId: string, no: string",
      "partitionKey: 'M|' + payeeId, rowKey: 'T|' + no, payerId, payeeId, no",
    );
    const { text, problems, report } = draftFrom(client + paid + lent);
    expect(text).toContain('partitionKey: (k) => ["M", k.payeeId.raw]');
    expect(problems).toEqual([]);
    expect(report.keyParts).toEqual({ proven: 4, single: 0, open: 0 });
  });

  it("and where there is none, the draft names both places and does not compile", () => {
    const lent = entry(
      "lend",
      "from: string, to: string, no: string",
      "partitionKey: 'M|' + to, rowKey: 'T|' + no, payerId: from, payeeId: from, lenderId: to, no",
    );
    const { text, problems, report } = draftFrom(client + paid + lent);
    expect(text).toContain(
      "// ✗ choose the property in the PartitionKey: payerId or payeeId at a.ts:3, lenderId at a.ts:4\n",
    );
    expect(text).toContain('partitionKey: (k) => ["M", k.choose.raw]');
    expect(problems.map(({ code }) => code)).toContain("key.unknown-property");
    expect(report.keyParts).toEqual({ proven: 3, single: 0, open: 1 });
  });

  it("nor where one call alone stores it in two properties of other names", () => {
    const { text, report } = draftFrom(
      client + entry("add", "id: string", "partitionKey: 'p', rowKey: id, first: id, second: id"),
    );
    expect(text).toContain("// ✗ choose the property in the RowKey: first or second at a.ts:3\n");
    expect(report.keyParts).toEqual({ proven: 0, single: 1, open: 1 });
  });

  it("but the one of the value's name is taken", () => {
    const { text } = draftFrom(client + entry("add", "id: string", "partitionKey: 'p', rowKey: id, owner: id, id"));
    expect(text).toContain("rowKey: (k) => [k.id.raw]");
  });

  it("with the same conversion", () => {
    const add = (no: string) =>
      entry("add", "no: number", `partitionKey: 'p', rowKey: ${no}, no: { type: 'Int32', value: no }`);
    const { text } = draftFrom(client + add("String(no).padStart(8, '0')") + add("String(no).padStart(9, '0')"));
    expect(text).toContain("// ✗ choose the property in the RowKey: no at a.ts:3, no at a.ts:4\n");
  });

  it("which keeps a name of a constant that is taken from an object", () => {
    const { text } = draftFrom(
      `${client}export function add(order: { no: string; total: bigint }) { const { no } = order;
        return accounts.createEntity({ partitionKey: "p", rowKey: order.no, number: no, total: order.total }); }`,
    );
    expect(text).toContain("rowKey: (k) => [k.number.raw]");
  });

  it("which can store the text that is in the key", () => {
    const { text } = draftFrom(
      `${client}export function add(at: Date, name: string) { const stamp = at.toISOString();
        return accounts.createEntity({ partitionKey: name.trim(), rowKey: stamp, stamp, owner: name.trim() }); }`,
    );
    expect(text).toContain("partitionKey: (k) => [k.owner.raw]");
    expect(text).toContain("rowKey: (k) => [k.stamp.raw]");
  });
});

it("a report ends with the numbers of parts that are proven, that one call alone shows, and that are open", () => {
  expect(
    adoptCode("client.getEntity('p', 'r'); client.createEntity({ partitionKey: 'p', rowKey: 'r' });").keyParts,
  ).toEqual({ proven: 2, single: 0, open: 0 });
  expect(adoptCode("declare const rowKey: string; client.getEntity('p', rowKey);").keyParts).toEqual({
    proven: 0,
    single: 1,
    open: 1,
  });
});
