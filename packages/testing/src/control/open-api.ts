const account = { name: "account", in: "path", required: true, schema: { type: "string" } };
const rule = { name: "rule", in: "path", required: true, schema: { type: "string" } };
const done = { "200": { description: "Done." } };

function operation(summary: string, body?: object): object {
  const requestBody = body && { content: { "application/json": { schema: body } } };
  return { summary, responses: done, ...(requestBody && { requestBody }) };
}

const faultRule = {
  type: "object",
  required: ["fault"],
  description: "A fault rule, as `faults.add` takes it. Hooks are for the process of the server alone.",
  properties: {
    fault: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
    operation: { oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    table: { type: "string" },
    partitionKey: { type: "string" },
    rowKey: { type: "string" },
    connection: { type: "integer" },
    nth: { oneOf: [{ type: "integer" }, { type: "array", items: { type: "integer" } }] },
    probability: { type: "number" },
    seed: { type: "number" },
    times: { type: "integer" },
    after: { type: "integer" },
  },
};

/** OpenAPI document of the control requests, for programs in any language. */
export const openApi = {
  openapi: "3.1.0",
  info: {
    title: "Control of a Tablewright test server",
    version: "1",
    description:
      "Accounts whose names begin with `fresh` are made when they are first used, with the key of the server's account.",
  },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  paths: {
    "/_tablewright/openapi.json": { get: operation("This document.") },
    "/_tablewright/accounts/{account}": { parameters: [account], delete: operation("Drops a fresh account.") },
    "/_tablewright/accounts/{account}/reset": {
      parameters: [account],
      post: operation("Goes back to a snapshot or the beginning, without faults, log and a stopped clock.", {
        type: "object",
        properties: { snapshot: { type: "string" } },
      }),
    },
    "/_tablewright/accounts/{account}/seed": {
      parameters: [account],
      post: operation('Stores rows by table, with types as on the wire: `"n@odata.type": "Edm.Int64"`.', {
        type: "object",
        additionalProperties: { type: "array", items: { type: "object" } },
      }),
    },
    "/_tablewright/accounts/{account}/dump": { parameters: [account], get: operation("All rows by table.") },
    "/_tablewright/accounts/{account}/rows": {
      parameters: [account],
      get: operation("All rows as NDJSON, with Timestamps and types."),
      post: operation("Stores such lines."),
    },
    "/_tablewright/accounts/{account}/snapshots": {
      parameters: [account],
      post: operation("Takes a snapshot, which reset can go back to."),
    },
    "/_tablewright/accounts/{account}/requests": {
      parameters: [account],
      get: operation("The requests that the account received, oldest first."),
      delete: operation("Empties the log."),
    },
    "/_tablewright/accounts/{account}/clock": {
      parameters: [account],
      get: operation("The time of the account."),
      put: operation("Stops, moves or resumes the clock.", {
        type: "object",
        properties: { now: { type: "string" }, advance: { type: "number" }, resume: { type: "boolean" } },
      }),
    },
    "/_tablewright/accounts/{account}/faults": {
      parameters: [account],
      get: operation("The fault rules, with what they have done."),
      post: operation("Adds a fault rule.", faultRule),
      delete: operation("Removes all fault rules."),
    },
    "/_tablewright/accounts/{account}/faults/{rule}": {
      parameters: [account, rule],
      get: {
        ...operation("What a rule has done; with `held`, as soon as it holds so many requests."),
        parameters: [{ name: "held", in: "query", schema: { type: "integer" } }],
      },
      delete: operation("Removes a rule and releases what it holds."),
    },
    "/_tablewright/accounts/{account}/faults/{rule}/release": {
      parameters: [account, rule],
      post: operation("Releases requests that a rule holds, by default all.", {
        type: "object",
        properties: { count: { type: "integer" } },
      }),
    },
  },
} as const;
