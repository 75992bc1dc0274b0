import { describe, expect, it } from "vitest";
import { User } from "../../../generator/src/emit/golden/kept/expected/index.js";
import { TableServiceClient } from "../client/table-service-client.js";
import { errorResponse, recordedETag, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { appliedTransaction, refusedTransaction } from "../test/transaction-response.js";

const key = { tenant: "t", id: "11111111-1111-4111-8111-111111111111" } as const;
const user = { ...key, email: "a@x.org", passwordHash: new Uint8Array([1]), plan: "paid" } as const;
const { partitionKey, rowKey } = User.key(key);
const stored: StubResponse = {
  status: 200,
  headers: [],
  body: {
    ...{ "odata.etag": recordedETag, PartitionKey: partitionKey, RowKey: rowKey, Timestamp: "2026-11-23T10:00:00Z" },
    ...{ kind: "user", tenant: key.tenant, "id@odata.type": "Edm.Guid", id: key.id, email: "a@x.org", plan: "free" },
    ...{ "passwordHash@odata.type": "Edm.Binary", passwordHash: "AQ==" },
    ...{ "createdAt@odata.type": "Edm.DateTime", createdAt: "2020-01-01T00:00:00Z" },
    ...{ "updatedAt@odata.type": "Edm.DateTime", updatedAt: "2020-01-01T00:00:00Z" },
  },
};
const missing = errorResponse(404, "ResourceNotFound");
const changed = refusedTransaction(412, "UpdateConditionNotSatisfied");
const exists = refusedTransaction(409, "EntityAlreadyExists");
const deleted = refusedTransaction(404, "ResourceNotFound");

/** @param reads responses to the reads of the row; then it is there @param writes responses to the writes; then they are applied */
function usersOver(reads: readonly StubResponse[], writes: readonly StubResponse[], all = false) {
  let [read, written] = [0, 0];
  const transport = recordingTransport((request) => {
    if (request.method === "GET") return reads[read++] ?? stored;
    return writes[all ? 0 : written++] ?? appliedTransaction(request);
  });
  const options = { transport, retry: false, random: () => 0 } as const;
  const users = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options).entities(User);
  /** First operation of each transaction. A read is a GET, and so are two in a row: the index reads the row again. */
  const sequence = () =>
    transport.requests
      .map(({ method, body }) => /^(POST|PUT|PATCH) http/m.exec(String(body))?.[1] ?? method)
      .join(" ")
      .replaceAll("GET GET", "GET");
  return { users, sequence, transport };
}

describe("a write of a whole entity with read-only properties", () => {
  it("keeps what the row stores for them, under the ETag that was read", async () => {
    const { users, transport } = usersOver([], []);
    await users.insertOrReplace(user);
    const body = String(transport.requests.at(-1)?.body);
    expect(body).toMatch(/"createdAt":"2020-01-01T00:00:00(\.0+)?Z"/);
    expect(body).toContain(`If-Match: ${recordedETag}`);
  });

  it.each<[string, readonly StubResponse[], StubResponse, string]>([
    ["changes the row", [], changed, "GET PUT GET PUT"],
    ["deletes the row", [stored, stored, missing], deleted, "GET PUT GET POST"],
    ["inserts the row", [missing], exists, "GET POST GET PUT"],
  ])("begins again where another writer %s first", async (_, reads, refusal, expected) => {
    const { users, sequence } = usersOver(reads, [refusal]);
    expect(await users.insertOrReplace(user)).toMatchObject({ $etag: recordedETag });
    expect(sequence()).toBe(expected);
  });

  it("merges where an upsert merges", async () => {
    const { users, sequence } = usersOver([], [changed]);
    await users.insertOrMerge(user);
    expect(sequence()).toBe("GET PATCH GET PATCH");
  });

  it("replaces any version of the row, but only one that exists", async () => {
    const any = usersOver([], [changed]);
    await any.users.replace(user, { ifMatch: "*" });
    expect(any.sequence()).toBe("GET PUT GET PUT");
    const none = usersOver([missing], []);
    await expect(none.users.replace(user, { ifMatch: "*" })).rejects.toMatchObject({ code: "entity.not-found" });
    expect(none.sequence()).toBe("GET");
    const gone = usersOver([], [deleted]);
    await expect(gone.users.replace(user, { ifMatch: "*" })).rejects.toMatchObject({ code: "entity.not-found" });
    expect(gone.sequence()).toBe("GET PUT");
  });

  it("replaces under the caller's ETag once", async () => {
    const { users, sequence, transport } = usersOver([], [errorResponse(412, "UpdateConditionNotSatisfied")]);
    const call = users.replace(user, { ifMatch: 'W/"given"' });
    await expect(call).rejects.toMatchObject({ code: "entity.condition-not-met" });
    expect(sequence()).toBe("GET PUT");
    expect(transport.requests.at(-1)?.headers).toEqual(expect.arrayContaining(["If-Match", 'W/"given"']));
  });

  it("fails with any other refusal", async () => {
    const { users, sequence } = usersOver([], [errorResponse(403, "AuthorizationFailure")]);
    await expect(users.insertOrReplace(user)).rejects.toMatchObject({ code: "auth.forbidden" });
    expect(sequence()).toBe("GET PUT");
  });

  it("gives up where others are faster 100 times", async () => {
    const { users, transport } = usersOver([], [changed], true);
    await expect(users.insertOrReplace(user)).rejects.toMatchObject({
      code: "write.contended",
      entity: "User",
      message: expect.stringContaining("in all 100 attempts"),
    });
    expect(transport.requests.filter(({ method }) => method === "POST")).toHaveLength(100);
  });
});
