import { afterAll, describe, expect, it, vi } from "vitest";
import { CacheEntry } from "../../../generator/src/emit/golden/ttl/expected/index.js";
import { TableServiceClient } from "../client/table-service-client.js";
import { type Filter, filterText } from "../query/filter/filter.js";
import type { EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import { dateTime, dateTimeIso } from "../schema/property.js";
import { errorResponse, recordedETag, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { ttl as feature } from "./expiry.js";

const now = "2024-01-02T03:04:05Z";
vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());

const textOf = (filter: Filter) => (typeof filter === "boolean" ? filter : filterText(filter));
const expiryOf = (ttl: object) => feature.expiry?.({ name: "Session", ttl } as unknown as EntitySchema<EntityTypes>);
const unexpired = (ttl: object) => textOf(expiryOf(ttl)?.unexpired() ?? true);
const required = dateTime("until");

describe("the filter for rows that have not expired", () => {
  it.each<[string, object, string]>([
    ["is required", required, `until gt datetime'${now}'`],
    ["has another type in the class", dateTimeIso("until"), `until gt datetime'${now}'`],
    ["has another stored name", dateTime("until", { name: "ttl" }), `ttl gt datetime'${now}'`],
    ["is optional", dateTime("until", { optional: true }), `not (until le datetime'${now}')`],
    ["has a default", dateTime("until", { default: new Date(0) }), `not (until le datetime'${now}')`],
    ["had another type", { ...required, reads: ["Edm.Int64"] }, `not (until le datetime'${now}')`],
  ])("compares the time, and keeps rows without one if there may be some: it %s", (_, ttl, filter) => {
    expect(unexpired(ttl)).toBe(filter);
  });

  it("covers former names, which rows may still have", () => {
    const ttl = { ...required, formerly: ["expiry"] };
    expect(unexpired(ttl)).toMatch(/^not \(/);
  });

  it("is the opposite of that for rows that have", () => {
    expect(textOf(expiryOf(required)?.expired() ?? true)).toBe(`until le datetime'${now}'`);
  });
});

const key = { key: "k" };
const { partitionKey, rowKey } = CacheEntry.key(key);

/** Returns the stored row, which expires at this time. */
function stored(expires: string): StubResponse {
  const keys = { PartitionKey: partitionKey, RowKey: rowKey, Timestamp: "2026-11-23T10:00:00Z" };
  const until = { "expires@odata.type": "Edm.DateTime", expires };
  return { status: 200, headers: [], body: { "odata.etag": recordedETag, ...keys, value: "1", ...until } };
}
const expired = stored("2000-01-01T00:00:00Z");
const valid = stored("9999-12-31T00:00:00Z");
const exists = errorResponse(409, "EntityAlreadyExists");
const missing = errorResponse(404, "ResourceNotFound");
const changed = errorResponse(412, "UpdateConditionNotSatisfied");
const forbidden = errorResponse(403, "AuthorizationFailure");

/** Inserts an entry, and returns its error code or `ok`, and the methods of the requests. */
async function insert(...responses: StubResponse[]) {
  const transport = recordingTransport((_, index) => responses[index] ?? expect.unreachable());
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  const call = service.entities(CacheEntry).insert({ ...key, value: 2 });
  const outcome = await call.then(
    () => "ok",
    (error) => error.code,
  );
  return [outcome, transport.requests.map(({ method }) => method).join(" ")];
}

describe("an insert where a row exists", () => {
  it.each<[string, StubResponse[], string, string]>([
    ["is done at once where it does not", [{}], "ok", "POST"],
    ["replaces a row that has expired", [exists, expired, {}, {}], "ok", "POST GET DELETE POST"],
    ["is refused by one that has not", [exists, valid], "entity.already-exists", "POST GET"],
    ["is sent again where it was deleted meanwhile", [exists, missing, {}], "ok", "POST GET POST"],
    ["is sent again where another deletes it first", [exists, expired, missing, {}], "ok", "POST GET DELETE POST"],
    [
      "is refused where another extends it first",
      [exists, expired, changed, exists],
      "entity.already-exists",
      "POST GET DELETE POST",
    ],
    ["fails where it cannot be deleted", [exists, expired, forbidden], "auth.forbidden", "POST GET DELETE"],
    ["fails where it cannot be read", [exists, forbidden], "auth.forbidden", "POST GET"],
    ["fails with any other refusal", [forbidden], "auth.forbidden", "POST"],
  ])("%s", async (_, responses, outcome, methods) => {
    expect(await insert(...responses)).toEqual([outcome, methods]);
  });
});
