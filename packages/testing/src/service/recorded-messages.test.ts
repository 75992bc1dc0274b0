import { afterAll, beforeAll, expect, it } from "vitest";
import { RawClient, type RawResponse } from "../test/raw-client.js";

let client: RawClient;
beforeAll(async () => {
  client = await RawClient.start({ tables: { Shop: [{ PartitionKey: "p", RowKey: "r" }] } });
});
afterAll(() => client.close());

const tooLarge =
  "The property value exceeds the maximum allowed size (64KB). If the property value is a string, it is UTF-16 encoded and the maximum number of characters should be 32K or less.";
const processing = "An error occurred while processing this request.";
const keys = { PartitionKey: "p", RowKey: "x" };

/** Returns the code and the first line of the message. */
function errorOf({ text, code }: RawResponse): [code: string | undefined, message: string] {
  const message = /"value":"((?:[^"\\]|\\.)*)"/s.exec(text)?.[1] ?? text;
  return [code, message.split("\\n")[0] ?? ""];
}

it.each<[string, object, string, string]>([
  ["a key that is too long", { ...keys, PartitionKey: "t".repeat(2_048) }, "PropertyValueTooLarge", tooLarge],
  ["a string that is too long", { ...keys, s: "t".repeat(65_536) }, "PropertyValueTooLarge", tooLarge],
  [
    "bytes that are too many",
    { ...keys, b: Buffer.alloc(131_072).toString("base64"), "b@odata.type": "Edm.Binary" },
    "PropertyValueTooLarge",
    tooLarge,
  ],
  [
    "a date before 1601",
    { ...keys, d: "1600-12-31T23:59:59.999Z", "d@odata.type": "Edm.DateTime" },
    "OutOfRangeInput",
    "The 'd' parameter of value '12/31/1600 23:59:59' is out of range.",
  ],
  [
    "a key with #",
    { ...keys, PartitionKey: "#" },
    "OutOfRangeInput",
    "The 'PartitionKey' parameter of value '#' is out of range.",
  ],
  [
    "no PartitionKey",
    { RowKey: "x" },
    "PropertiesNeedValue",
    "The values are not specified for all properties in the entity.",
  ],
  ["an empty date", { ...keys, v: "", "v@odata.type": "Edm.DateTime" }, "InvalidInput", processing],
  [
    "a Double beyond the largest",
    { ...keys, v: "1.797693134862316e308", "v@odata.type": "Edm.Double" },
    "InvalidInput",
    processing,
  ],
])("an insert with %s has the recorded message", async (_, row, code, message) => {
  expect(errorOf(await client.insert("Shop", row))).toEqual([code, message]);
});

const methods = ["PUT", "PATCH", "DELETE", "GET"];
it.each(methods.flatMap((method) => ["%09", "%7F", "%23", "%5C"].map((text) => [method, text] as const)))(
  "%s with %s in a key has the recorded message",
  async (method, text) => {
    const response = await client.send(method, `/Shop(PartitionKey='${text}',RowKey='r')`, {
      ...((method === "PUT" || method === "PATCH") && { body: {} }),
      headers: method === "DELETE" ? { "if-match": "*" } : {},
    });
    expect(errorOf(response)).toEqual([
      "OutOfRangeInput",
      expect.stringMatching(/^The 'PartitionKey' parameter of value '.*' is out of range\.$/),
    ]);
  },
);

it("an update whose key is too long has the recorded message", async () => {
  const path = `/Shop(PartitionKey='${"t".repeat(2_048)}',RowKey='r')`;
  expect(errorOf(await client.send("PUT", path, { body: {} }))).toEqual(["PropertyValueTooLarge", tooLarge]);
});

it.each<[string, object[], string, string]>([
  [
    "two partitions",
    [keys, { ...keys, PartitionKey: "q" }],
    "CommandsInBatchActOnDifferentPartitions",
    "1:All commands in a batch must operate on same entity group.",
  ],
  [
    "one row twice",
    [keys, keys],
    "InvalidDuplicateRow",
    "1:The batch request contains multiple changes with same row key. An entity can appear only once in a batch request.",
  ],
  [
    "a date before 1601",
    [{ ...keys, d: "0001-01-01T00:00:00Z", "d@odata.type": "Edm.DateTime" }],
    "OutOfRangeInput",
    "0:The 'd' parameter of value '01/01/0001 00:00:00' is out of range.",
  ],
  ["a string that is too long", [{ ...keys, s: "t".repeat(65_536) }], "PropertyValueTooLarge", `0:${tooLarge}`],
])("a transaction with %s has the recorded message", async (_, rows, code, message) => {
  const parts = rows.map(
    (row) =>
      `--c\r\nContent-Type: application/http\r\n\r\nPOST ${client.server.endpoint}/Shop HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(row)}\r\n`,
  );
  const response = await client.send("POST", "/$batch", {
    headers: { "content-type": "multipart/mixed; boundary=b" },
    body: `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${parts.join("")}--c--\r\n--b--\r\n`,
  });
  expect(errorOf(response)).toEqual([code, message]);
});

it.each([
  ["Shop", "TableAlreadyExists", "The table specified already exists."],
  ["ab", "OutOfRangeInput", "The specified resource name length is not within the permissible limits."],
  ["invalid_table_name", "InvalidResourceName", "The specifed resource name contains invalid characters."],
  ["1nvalid", "InvalidResourceName", "The specifed resource name contains invalid characters."],
  ["tables", "InvalidInput", "One of the request inputs is not valid."],
])("a table with the name %s has the recorded message", async (TableName, code, message) => {
  expect(errorOf(await client.send("POST", "/Tables", { body: { TableName } }))).toEqual([code, message]);
});
