import { generateAccountSas, generateTableSas, SharedKeyCredential } from "@tablewright/runtime/admin";
import { describe, expect, it } from "vitest";
import { createTableService } from "../service/create-table-service.js";
import { emulatorAccount, emulatorKey } from "../service/service-options.js";

const endpoint = `http://127.0.0.1:10002/${emulatorAccount}`;
const credential = new SharedKeyCredential(emulatorAccount, emulatorKey);
const row = { PartitionKey: "p", RowKey: "r" };
const onRow = "/Shop(PartitionKey='p',RowKey='r')";
const etag = ["if-match", "*"];

/** A request and the permissions of an account SAS that allow it: one of each set, on that type of resource. */
type Rule = readonly [
  name: string,
  resourceType: "s" | "c" | "o",
  needed: readonly string[],
  request: readonly [method: string, path: string, body?: object | undefined, headers?: readonly string[]],
];

/** https://learn.microsoft.com/rest/api/storageservices/create-account-sas#account-sas-permissions-by-operation */
const rules: readonly Rule[] = [
  ["createTable", "c", ["cw"], ["POST", "/Tables", { TableName: "Other" }]],
  ["deleteTable", "c", ["d"], ["DELETE", "/Tables('Shop')"]],
  ["queryTables", "c", ["l"], ["GET", "/Tables"]],
  ["getTable", "c", ["l"], ["GET", "/Tables('Shop')"]],
  ["getServiceProperties", "s", ["r"], ["GET", "/?restype=service&comp=properties"]],
  ["queryEntities", "o", ["r"], ["GET", "/Shop()"]],
  ["getEntity", "o", ["r"], ["GET", onRow]],
  ["insertEntity", "o", ["a"], ["POST", "/Shop", { PartitionKey: "p", RowKey: "new" }]],
  ["insertOrReplaceEntity", "o", ["a", "u"], ["PUT", onRow, row]],
  ["insertOrMergeEntity", "o", ["a", "u"], ["PATCH", onRow, row]],
  ["updateEntity", "o", ["u"], ["PUT", onRow, row, etag]],
  ["mergeEntity", "o", ["u"], ["PATCH", onRow, row, etag]],
  ["deleteEntity", "o", ["d"], ["DELETE", onRow, undefined, etag]],
];

const permissionOf = {
  r: "read",
  w: "write",
  d: "delete",
  l: "list",
  a: "add",
  c: "create",
  u: "update",
} as const;
const all = "rwdlacu";

function accountSas(letters: string, resourceTypes: readonly ("s" | "c" | "o")[]): string {
  const names = [...letters].map((letter) => [permissionOf[letter as keyof typeof permissionOf], true]);
  const permissions = Object.fromEntries(names) as Record<string, boolean>;
  return generateAccountSas(credential, { permissions, resourceTypes, expiresOn: new Date("2099-01-01") });
}

async function send([method, path, body, headers = []]: Rule[3], sas: string): Promise<readonly [number, string]> {
  const service = createTableService({ tables: { Shop: [row] } });
  const json = body === undefined ? [] : ["content-type", "application/json"];
  const response = await service({
    method,
    url: `${endpoint}${path}${path.includes("?") ? "&" : "?"}${sas}`,
    headers: ["accept", "application/json;odata=minimalmetadata", "x-ms-version", "2019-02-02", ...json, ...headers],
    body: body && JSON.stringify(body),
  });
  return [response.status, Buffer.from(response.body).toString()];
}

describe.each(rules)("%s under an account SAS", (_, resourceType, needed, request) => {
  const without = (letters: string) => [...all].filter((letter) => !letters.includes(letter)).join("");

  it("passes with the permissions that it needs and no others", async () => {
    for (const last of needed.at(-1) ?? "") {
      const [status, text] = await send(request, accountSas(needed.slice(0, -1).join("") + last, [resourceType]));
      expect(status, `${last}: ${text}`).toBeLessThan(300);
    }
  });

  it("is refused without any of them", async () => {
    for (const letters of needed) {
      const [status, text] = await send(request, accountSas(without(letters), ["s", "c", "o"]));
      expect([status, text]).toEqual([403, expect.stringContaining("AuthorizationPermissionMismatch")]);
    }
  });

  it("is refused for another type of resource", async () => {
    const others = (["s", "c", "o"] as const).filter((type) => type !== resourceType);
    const [status, text] = await send(request, accountSas(all, others));
    expect([status, text]).toEqual([403, expect.stringContaining("AuthorizationResourceTypeMismatch")]);
  });
});

describe("a table SAS", () => {
  const sas = generateTableSas(credential, {
    table: "Shop",
    permissions: { query: true, delete: true },
    expiresOn: new Date("2099-01-01"),
    from: { partitionKey: "b", rowKey: "2" },
    to: { partitionKey: "d", rowKey: "4" },
  });
  const keys = ["a9", "b1", "b2", "b9", "c0", "c9", "d3", "d4", "d5", "e0"] as const;
  const inside = ["b2", "b9", "c0", "c9", "d3", "d4"];
  const rows = keys.map(([partitionKey = "", rowKey = ""]) => ({ PartitionKey: partitionKey, RowKey: rowKey }));
  const service = createTableService({ tables: { Shop: rows } });
  const ask = (method: string, path: string) =>
    service({
      method,
      url: `${endpoint}${path}?${sas}`,
      headers: ["accept", "application/json", "x-ms-version", "2019-02-02"],
    });

  it("shows the rows of its range, both ends included", async () => {
    const { body } = await ask("GET", "/Shop()");
    const { value } = JSON.parse(Buffer.from(body).toString()) as { value: Record<string, string>[] };
    expect(value.map(({ PartitionKey, RowKey }) => `${PartitionKey}${RowKey}`)).toEqual(inside);
  });

  it.each(keys)("lets %s be read where it lies in the range", async (key) => {
    const { status } = await ask("GET", `/Shop(PartitionKey='${key[0]}',RowKey='${key[1]}')`);
    expect(status).toBe(inside.includes(key) ? 200 : 403);
  });
});
