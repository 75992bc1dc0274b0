import { isServiceError, type ServiceKind } from "@tablewright/runtime";
import { beforeAll, expect } from "vitest";
import { Changeset, writePart } from "../../../runtime/src/rest/changeset.js";
import type { Operation, OperationRequest } from "../../../runtime/src/rest/connection.js";
import { submitTransaction } from "../../../runtime/src/rest/perform-entity-group-transaction.js";
import { queryEntities } from "../../../runtime/src/rest/query-entities.js";
import { createTable } from "../../../runtime/src/rest/table-operations.js";
import { insertEntity } from "../../../runtime/src/rest/write.js";
import { describeTargets } from "../targets/describe-targets.js";
import type { RunningTarget } from "../targets/target.js";
import { targets } from "../targets/targets.js";

/** Function that sends an operation as it is, without the checks of the client. */
type Send = <Input, Result>(operation: Operation<Input, Result, string | Uint8Array>, input: Input) => Promise<Result>;

interface Case {
  readonly rule: number;
  readonly what: string;
  /** Error code of the service by kind; absent if that kind accepts the operation. */
  readonly refusedWith: Partial<Record<ServiceKind, string>>;
  readonly send: (send: Send, running: RunningTarget) => Promise<unknown>;
}

let count = 0;
const row = (members: string, partitionKey = "p", rowKey = `r${count++}`) => ({
  table: "rows",
  partitionKey,
  rowKey,
  kind: "storage" as const,
  body: `{"PartitionKey":${JSON.stringify(partitionKey)},"RowKey":${JSON.stringify(rowKey)}${members}}`,
});
const insert = (members: string, partitionKey?: string, rowKey?: string) => (send: Send) =>
  send(insertEntity, row(members, partitionKey, rowKey));
const many = (length: number, member: (index: number) => string) =>
  Array.from({ length }, (_, index) => member(index)).join("");
/** Escapes all non-ASCII characters, so that names can be read and listed. */
const shown = (text: string) =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const typed = (type: string, value: unknown) => insert(`,"v@odata.type":"Edm.${type}","v":${JSON.stringify(value)}`);
const both = (code: string) => ({ storage: code, cosmos: code });
const transaction =
  (rowKeys: readonly string[], partitionKeyOf: (index: number) => string) =>
  (send: Send, { service }: RunningTarget) => {
    const changeset = new Changeset();
    for (const [index, rowKey] of rowKeys.entries()) {
      const request = insertEntity.request(row("", partitionKeyOf(index), rowKey));
      changeset.add(writePart(service.endpoint, request as OperationRequest));
    }
    const operations = rowKeys.map(() => ({ name: "insert" }));
    return send(submitTransaction, { table: "rows", changeset, operations }).then(({ errorResponse }) => {
      if (errorResponse !== undefined) insertEntity.parse(errorResponse, row(""));
    });
  };

/** Operations that the client rejects before sending. Each is just beyond a limit that the other tests of the rule reach. */
const cases: readonly Case[] = [
  {
    rule: 1,
    what: "a table name with a hyphen",
    refusedWith: { storage: "InvalidResourceName" },
    send: (send) => send(createTable, { table: "a-b" }),
  },
  {
    rule: 1,
    what: "a table name of 2 characters",
    refusedWith: { storage: "OutOfRangeInput" },
    send: (send) => send(createTable, { table: "ab" }),
  },
  {
    rule: 1,
    what: "a table name of 64 characters",
    refusedWith: { storage: "OutOfRangeInput" },
    send: (send) => send(createTable, { table: "a".repeat(64) }),
  },
  {
    rule: 2,
    what: "the table name Tables",
    refusedWith: { storage: "InvalidInput" },
    send: (send) => send(createTable, { table: "Tables" }),
  },
  {
    rule: 3,
    what: "creating $MetricsHourPrimaryTransactionsTable",
    refusedWith: { storage: "InvalidResourceName" },
    send: (send) => send(createTable, { table: "$MetricsHourPrimaryTransactionsTable" }),
  },
  ...["a-b", "1a", "µs", "a\ue000", "a\u0081", "😀"].map((name) => ({
    rule: 4,
    what: `the property name ${shown(name)}`,
    refusedWith: both("PropertyNameInvalid"),
    send: insert(`,${JSON.stringify(name)}:1`),
  })),
  {
    rule: 5,
    what: "a property name of 256 units",
    refusedWith: { storage: "PropertyNameTooLong" },
    send: insert(`,"${"n".repeat(256)}":1`),
  },
  {
    rule: 6,
    what: "a property named etag",
    refusedWith: { cosmos: "PropertyNameInvalid" },
    send: insert(',"etag":"x"'),
  },
  {
    rule: 8,
    what: "253 properties",
    refusedWith: { storage: "TooManyProperties" },
    send: insert(many(253, (index) => `,"p${index}":1`)),
  },
  {
    rule: 9,
    what: "an entity of more than 1 MiB",
    refusedWith: { storage: "EntityTooLarge" },
    send: insert(many(16, (index) => `,"s${index}":"${"x".repeat(32_768)}"`)),
  },
  {
    rule: 10,
    what: "a string of 32,769 units",
    refusedWith: { storage: "PropertyValueTooLarge" },
    send: insert(`,"s":"${"x".repeat(32_769)}"`),
  },
  {
    rule: 11,
    what: "a binary of 65,537 bytes",
    refusedWith: { storage: "PropertyValueTooLarge" },
    send: typed("Binary", Buffer.alloc(65_537).toString("base64")),
  },
  { rule: 12, what: "a lone surrogate", refusedWith: both("InvalidInput"), send: insert(',"s":"\\ud800"') },
  ...["/", "\\", "#", "?", "\t", "\n", "\r", "\u001f", "\u007f", "\u009f"].map((character) => ({
    rule: 13,
    what: `${shown(character)} in a key`,
    refusedWith: both("OutOfRangeInput"),
    send: insert("", `a${character}b`),
  })),
  {
    rule: 14,
    what: "a PartitionKey of 1,025 units",
    refusedWith: both("PropertyValueTooLarge"),
    send: insert("", "k".repeat(1_025)),
  },
  {
    rule: 14,
    what: "a RowKey of 256 bytes",
    refusedWith: { cosmos: "PropertyValueTooLarge" },
    send: insert("", "p", "é".repeat(128)),
  },
  { rule: 15, what: "an empty PartitionKey", refusedWith: { cosmos: "PropertiesNeedValue" }, send: insert("", "") },
  {
    rule: 16,
    what: "an insert without a RowKey in its body",
    refusedWith: both("PropertiesNeedValue"),
    send: (send) => send(insertEntity, { ...row(""), body: '{"PartitionKey":"p","a":1}' }),
  },
  {
    rule: 18,
    what: "the year 1600",
    refusedWith: both("OutOfRangeInput"),
    send: typed("DateTime", "1600-12-31T23:59:59.9999999Z"),
  },
  {
    rule: 18,
    what: "the 30th of February",
    refusedWith: both("InvalidInput"),
    send: typed("DateTime", "2024-02-30T00:00:00Z"),
  },
  { rule: 19, what: "an Int32 of 2³¹", refusedWith: both("InvalidInput"), send: typed("Int32", 2 ** 31) },
  { rule: 19, what: "an Int64 of 2⁶³", refusedWith: both("InvalidInput"), send: typed("Int64", "9223372036854775808") },
  {
    rule: 21,
    what: "a Guid without hyphens",
    refusedWith: both("InvalidInput"),
    send: typed("Guid", "c9da6455213d42c99a793e9149a57833"),
  },
  { rule: 22, what: "a Binary that is not base64", refusedWith: both("InvalidInput"), send: typed("Binary", "AQ-_") },
  {
    rule: 27,
    what: "a transaction of 101 operations",
    refusedWith: both("InvalidInput"),
    send: transaction(
      Array.from({ length: 101 }, (_, index) => `${index}`),
      () => "p101",
    ),
  },
  {
    rule: 27,
    what: "a transaction that writes a row twice",
    refusedWith: both("InvalidDuplicateRow"),
    send: transaction(["r", "r"], () => "twice"),
  },
  {
    rule: 27,
    what: "a transaction over two partitions",
    refusedWith: both("CommandsInBatchActOnDifferentPartitions"),
    send: transaction(["r", "s"], (index) => `two${index}`),
  },
  {
    rule: 28,
    what: "16 comparisons",
    refusedWith: both("InvalidInput"),
    send: (send) =>
      send(queryEntities, { table: "rows", metadata: "minimal", filter: Array(16).fill("a eq 1").join(" or ") }),
  },
  {
    rule: 28,
    what: "$top=1001",
    refusedWith: { storage: "InvalidInput" },
    send: (send) => send(queryEntities, { table: "rows", metadata: "minimal", top: 1_001 }),
  },
];

describeTargets("refusals", targets, ({ target, running, it }) => {
  const send: Send = (operation, input) => running().service.connection.send(operation, input);

  beforeAll(() => running().service.tables.create("rows"));

  for (const { rule, what, refusedWith, send: run } of cases) {
    const code = refusedWith[target.kind];
    if (code === undefined) {
      it(`rule ${rule}: ${what} is accepted`, async () => {
        await run(send, running());
      });
    } else {
      it(`rule ${rule}: ${what} is refused with ${code}`, async () => {
        const error = await run(send, running()).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        expect(isServiceError(error)).toBe(true);
        expect(error).toMatchObject({ serviceCode: code });
      });
    }
  }
});
