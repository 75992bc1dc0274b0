import { isTableError, TableServiceClient, type Transport } from "@tablewright/runtime";
import { beforeAll, describe, expect, it as test } from "vitest";
import { ticksOf } from "../../../runtime/src/codec/edm/exact-date.js";
import { recordingTransport } from "../../../runtime/src/test/recording-transport.js";
import { Job } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { azurite, strict } from "../targets/targets.js";

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describeTargets("defaults", [azurite, strict], ({ running, it }) => {
  let service: TableServiceClient;

  beforeAll(async () => {
    service = running().service;
    await service.createTables([Job]);
  });

  it("of an instance are made with it, and stored as they are", async () => {
    const before = Date.now();
    const job = new Job({ queue: "made" });
    expect(job.id).toMatch(guid);
    expect(job.createdAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(Date.parse(job.createdIso)).toBeGreaterThanOrEqual(before);
    expect(job.createdTicks).toBeGreaterThanOrEqual(ticksOf(new Date(before)));
    const jobs = service.entities(Job);
    await jobs.insert(job);
    const read = await jobs.getOrThrow(job);
    // The service omits zeros at the end of a fraction.
    const { createdIso } = read;
    expect(Date.parse(createdIso)).toBe(Date.parse(job.createdIso));
    expect(JSON.parse(JSON.stringify(read))).toEqual({ ...JSON.parse(JSON.stringify(job)), createdIso });
    expect(read).toMatchObject({
      since: new Date("2020-01-01T00:00:00Z"),
      sinceTicks: 637134336001234567n,
      tags: ["new"],
    });
  });

  it("of a plain object are made when it is written: the key is that of the property", async () => {
    const jobs = service.entities(Job);
    await jobs.insert({ queue: "plain" });
    await jobs.insertOrReplace({ queue: "plain", tags: [] });
    const found = await jobs.query({ queue: "plain" }).toArray({ max: 9 });
    expect(found.map(({ tags }) => tags).sort()).toEqual([[], ["new"]]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
  });

  it("are not filled in by a merge, and given values are kept", async () => {
    const jobs = service.entities(Job);
    const job = new Job({
      queue: "merged",
      createdAt: new Date(0),
      createdIso: "2021-01-01T00:00:00Z",
      createdTicks: ticksOf(new Date(0)),
    });
    await jobs.insert(job);
    await jobs.insertOrMerge({ queue: "merged", id: job.id, note: "n" });
    await jobs.merge(job, { note: "m" }, { ifMatch: "*" });
    expect(await jobs.getOrThrow(job)).toMatchObject({
      note: "m",
      createdAt: new Date(0),
      createdIso: "2021-01-01T00:00:00Z",
    });
  });

  it("made anew are required of a stored row, constant ones are filled in", async () => {
    const job = new Job({ queue: "old" });
    const rows = service.table("jobs");
    const { partitionKey, rowKey } = Job.key(job);
    await rows.insert({ partitionKey, rowKey, properties: {} });
    const error = await service
      .entities(Job)
      .get(job)
      .catch((thrown: unknown) => thrown);
    expect(isTableError(error) && error.problems?.map(({ code, property }) => `${code} ${property}`)).toEqual([
      "decode.missing createdAt",
      "decode.missing createdIso",
      "decode.missing createdTicks",
    ]);
  });
});

describe("a write that is sent again", () => {
  test("has the defaults of the first request", async () => {
    const recorded = recordingTransport((_, index) => (index === 0 ? { status: 503, headers: [] } : {}));
    const transport: Transport = recorded;
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
    await service.entities(Job).insertOrReplace({ queue: "again" });
    const bodies = recorded.requests.filter(({ method }) => method !== "GET").map(({ body }) => String(body));
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toMatch(/"createdAt":"20/);
    expect(bodies[1]).toBe(bodies[0]);
  });
});
