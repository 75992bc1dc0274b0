import { faultOptions } from "../faults/check-rule.js";
import { operationNames } from "../faults/fault-request.js";

const account = { name: "account", in: "path", required: true, schema: { type: "string" } };
const rule = { name: "rule", in: "path", required: true, schema: { type: "string" } };

const text = { type: "string" };
const flag = { type: "boolean" };
const count = { type: "integer", minimum: 0 };
const number = { type: "number" };
const counts = { oneOf: [count, { type: "array", items: count }] };

/** JSON schema of the rows of several tables, by table name. */
const tables = { type: "object", additionalProperties: { type: "array", items: { type: "object" } } };

const ruleReport = {
  type: "object",
  required: ["id", "seen", "applied", "held"],
  properties: { id: text, seen: count, applied: count, held: count },
};

/** JSON schema of a fault of any kind except `hook`, which needs functions. The README says which options a kind has. */
export const faultSchema = {
  type: "object",
  required: ["kind"],
  properties: {
    kind: { enum: [...faultOptions.keys()].filter((kind) => kind !== "hook") },
    applied: flag,
    status: count,
    code: text,
    message: text,
    headers: { type: "object", additionalProperties: text },
    body: text,
    milliseconds: number,
    size: count,
    keep: number,
    retryAfterSeconds: count,
    perPartition: count,
    perAccount: count,
  },
};

const operationName = { enum: operationNames };

const faultRule = {
  type: "object",
  required: ["fault"],
  description: "A fault rule, as `faults.add` takes it.",
  properties: {
    fault: faultSchema,
    operation: { oneOf: [operationName, { type: "array", items: operationName }] },
    table: text,
    partitionKey: text,
    rowKey: text,
    connection: counts,
    nth: counts,
    probability: number,
    seed: number,
    times: count,
    after: count,
  },
};

const clock = { type: "object", properties: { now: { type: "string", format: "date-time" } } };
const clockChange = {
  type: "object",
  properties: { ...clock.properties, advance: number, resume: flag },
};

/** JSON schemas of the request and the response of an operation. If `type` is set, it is the content type of both, instead of JSON. */
interface Bodies {
  readonly request?: object;
  readonly response?: object;
  readonly status?: 200 | 201;
  readonly type?: string;
}

function operation(summary: string, { request, response, status = 200, type }: Bodies = {}): object {
  const content = (schema: object | undefined) => schema && { content: { [type ?? "application/json"]: { schema } } };
  return {
    summary,
    ...(request && { requestBody: content(request) }),
    responses: {
      [status]: { description: "Done.", ...content(response) },
      default: { $ref: "#/components/responses/error" },
    },
  };
}

const error = {
  description: "The request was not performed: 400, 401 without the token, 403 from another machine, 404, 408.",
  content: {
    "application/json": {
      schema: { type: "object", properties: { error: { type: "object", properties: { message: text } } } },
    },
  },
};

const rows = { type: "application/x-ndjson" };

/** OpenAPI document of the control requests, for programs in any language. */
export const openApi = {
  openapi: "3.1.0",
  info: {
    title: "Control of a Tablewright test server",
    version: "1",
    description:
      "An account whose name begins with `fresh` is created on first use, with the key of the server's account.",
  },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } }, responses: { error } },
  paths: {
    "/_tablewright/openapi.json": { get: operation("Returns this document.") },
    "/_tablewright/accounts/{account}": { parameters: [account], delete: operation("Deletes a fresh account.") },
    "/_tablewright/accounts/{account}/reset": {
      parameters: [account],
      post: operation(
        "Restores a snapshot or the initial tables. Removes all faults, empties the log, resumes the clock.",
        {
          request: { type: "object", properties: { snapshot: text } },
        },
      ),
    },
    "/_tablewright/accounts/{account}/seed": {
      parameters: [account],
      post: operation('Stores rows by table, with types as on the wire: `"n@odata.type": "Edm.Int64"`.', {
        request: tables,
      }),
    },
    "/_tablewright/accounts/{account}/dump": {
      parameters: [account],
      get: operation("Returns all rows by table.", { response: tables }),
    },
    "/_tablewright/accounts/{account}/rows": {
      parameters: [account],
      get: operation("Returns all rows as NDJSON, with Timestamps and types.", { response: text, ...rows }),
      post: operation("Stores such lines.", { request: text, ...rows }),
    },
    "/_tablewright/accounts/{account}/snapshots": {
      parameters: [account],
      post: operation("Takes a snapshot, which reset can restore.", {
        response: { type: "object", required: ["snapshot"], properties: { snapshot: text } },
        status: 201,
      }),
    },
    "/_tablewright/accounts/{account}/requests": {
      parameters: [account],
      get: operation("Returns the requests that the account received, oldest first.", {
        response: { type: "array", items: { type: "object" } },
      }),
      delete: operation("Empties the log."),
    },
    "/_tablewright/accounts/{account}/clock": {
      parameters: [account],
      get: operation("Returns the time of the account.", { response: clock }),
      put: operation("Stops, moves or resumes the clock.", { request: clockChange, response: clock }),
    },
    "/_tablewright/accounts/{account}/faults": {
      parameters: [account],
      get: operation("Returns the fault rules with their counts.", { response: { type: "array", items: ruleReport } }),
      post: operation("Adds a fault rule.", { request: faultRule, response: ruleReport, status: 201 }),
      delete: operation("Removes all fault rules."),
    },
    "/_tablewright/accounts/{account}/faults/{rule}": {
      parameters: [account, rule],
      get: {
        ...operation("Returns the counts of a rule; with `held`, as soon as it holds this many requests.", {
          response: ruleReport,
        }),
        parameters: [{ name: "held", in: "query", schema: count }],
      },
      delete: operation("Removes a rule and releases the requests that it holds.", { response: ruleReport }),
    },
    "/_tablewright/accounts/{account}/faults/{rule}/release": {
      parameters: [account, rule],
      post: operation("Releases requests that a rule holds, by default all.", {
        request: { type: "object", properties: { count } },
        response: ruleReport,
      }),
    },
  },
} as const;
