import { expect, it } from "vitest";
import { serveTableService } from "../server/serve-table-service.js";
import { createTableService } from "./create-table-service.js";

const create = (options: object) => () => createTableService(options);

it.each<[object, string | RegExp]>([
  [
    { kind: "cosmo" },
    'The option kind of createTableService is "cosmo"; it must be "storage" or "cosmos". Did you mean "cosmos"?',
  ],
  [{ Account: "x" }, 'There is no option "Account" of createTableService. Did you mean "account"?'],
  [
    { now: 5 },
    "Invalid option now: now is 5. It must be a function that returns milliseconds since 1970: now: () => Date.now().",
  ],
  [
    { key: "not base64!" },
    "The option key of createTableService is not the account's key in base64; copy it whole, with the = at its end.",
  ],
  [
    { account: "https://x" },
    'The option account of createTableService is "https://x"; it must be the account\'s name, without a URL or path.',
  ],
  [{ logSize: -1 }, "The option logSize of createTableService is -1; it must be a whole number, 0 or more."],
  [{ akcounz: "x" }, 'There is no option "akcounz" of createTableService. Did you mean "account"?'],
  [{ ze: "x" }, /^There is no option "ze" of createTableService\.(?! Did)/],
])("the options %j of a service are refused with a fix", (options, message) => {
  expect(create(options)).toThrow(typeof message === "string" ? new TypeError(message) : message);
});

it.each<[object, string]>([
  [{ ports: 1 }, 'There is no option "ports" of serveTableService. Did you mean "port"?'],
  [{ port: "10002" }, 'The option port of serveTableService is "10002"; it must be a port, from 0 to 65535.'],
  [
    { tls: { cert: "x", kei: "y" } },
    "The option tls of serveTableService is an object; it must be an object of a certificate and its key in PEM: { cert, key }.",
  ],
  [
    { control: { tokn: "token-of-a-test-run" } },
    "The option control of serveTableService is an object; it must be true or an object with a token of 16 characters or more: { token }.",
  ],
  [
    { others: [{ account: "shop" }] },
    "The option others of serveTableService is an object; it must be an array of services, as createTableService returns them.",
  ],
  [
    { service: createTableService(), kind: "cosmos" },
    "The option kind of serveTableService has no effect together with service. Pass it to createTableService, which created the service.",
  ],
])("the options of a server are refused with a fix: %#", async (options, message) => {
  await expect(serveTableService(options)).rejects.toThrow(new TypeError(message));
});

const kinds =
  'one of "throttle", "timeout", "respond", "html", "hang", "reset", "closeConnection", "refuseConnection", "truncate", "emptyPage", "pageSize", "clockSkew", "delay", "hold", "hook", "throughput", "count"';

it.each<[unknown, string]>([
  [
    { fault: { kind: "throtle" } },
    `The option kind of a fault is "throtle"; it must be ${kinds}. Did you mean "throttle"?`,
  ],
  [{ fault: { kind: "throttle" }, operation: "inserts" }, 'Did you mean "insert"?'],
  [{ fault: { kind: "throttle" }, operation: "createTables" }, 'Did you mean "createTable"?'],
  [{ fault: { kind: "throttle" }, operation: ["get", "inserts"] }, 'Did you mean "insert"?'],
  [
    { fault: { kind: "throttle" }, tabel: "Other" },
    'There is no option "tabel" of a fault rule. Did you mean "table"?',
  ],
  [{ kind: "throttle" }, 'A fault rule has no fault. Write { fault: { kind: "throttle" } }.'],
  [{ fault: "throttle" }, 'The option fault of a fault rule is "throttle"; it must be an object.'],
  [{ fault: { kind: "status", status: 412 } }, 'The option kind of a fault is "status"; it must be one of'],
  [{ fault: { kind: "throttle" }, times: "2" }, 'The option times of a fault rule is "2"; it must be a whole number'],
  [{ fault: { kind: "throttle" }, probability: 50 }, "it must be a number from 0 to 1."],
  [
    { fault: { kind: "throttle", status: 404 } },
    "The option status of a throttle fault is 404; it must be 429 or 503.",
  ],
  [{ fault: { kind: "delay" } }, "A delay fault needs the option milliseconds."],
  [{ fault: { kind: "hook" } }, "A hook fault needs before or after"],
])("the fault rule %j is refused with a fix", (rule, message) => {
  expect(() => createTableService().faults.add(rule as never)).toThrow(TypeError);
  expect(() => createTableService().faults.add(rule as never)).toThrow(message);
});

it.each<[unknown, string]>([
  [
    {
      Shop: [
        { PartitionKey: "p", RowKey: "r", n: 1 },
        { PartitionKey: "p", RowKey: "r", n: 2 },
      ],
    },
    "Cannot seed Shop(PartitionKey='p',RowKey='r'): the seed has this row twice. Remove one of them. (EntityAlreadyExists)",
  ],
  [
    { Shop: { PartitionKey: "p", RowKey: "r" } },
    'Cannot seed table \'Shop\': expected an array, not an object. Write { Shop: [{ PartitionKey: "p", RowKey: "r" }] }.',
  ],
  [
    [],
    'Invalid seed: expected an object of tables, not an array. Write { Shop: [{ PartitionKey: "p", RowKey: "r" }] }.',
  ],
])("the seed %j is refused with a fix", (seed, message) => {
  expect(() => createTableService().seed(seed as never)).toThrow(new TypeError(message));
});
