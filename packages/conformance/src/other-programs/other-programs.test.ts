import { gunzipSync, gzipSync } from "node:zlib";
import type { TableServiceClient } from "@tablewright/runtime";
import { ExactDate, edm } from "@tablewright/runtime/edm";
import { beforeAll, expect } from "vitest";
import {
  AuthAccount,
  AuthAccountByUserId,
  AuthSession,
  AuthUser,
  AuthUserByEmail,
  AuthVerificationToken,
  BotData,
  BotStateSlice,
  ChunkedValue,
  FunctionRun,
  Measure,
  OrchestrationEvent,
  OrchestrationInstance,
  RecentRun,
} from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { azurite, strict } from "../targets/targets.js";
import { adoptRows } from "./adopt-rows.js";

/* Rows of other programs, read and written with definitions. tables/other-programs.table.ts names the source of their shapes. */

const at = (text: string) => edm.dateTime(ExactDate.fromIso(text));
const startTime = at("2026-11-20T10:11:12.1234567Z");
const endTime = at("2026-11-20T10:11:13Z");
const id = "0f8fad5b-d9cb-469f-a165-70867728950e";

describeTargets("other programs", [azurite, strict], ({ running, it }) => {
  let service: TableServiceClient;

  beforeAll(() => {
    service = running().service;
  });

  it("@azure/data-tables: edm.double reads whole numbers and fractions of one column", async () => {
    const rows = service.table("measures");
    await service.tables.create("measures");
    await rows.insert({ partitionKey: "p", rowKey: "1", properties: { value: edm.int32(5) } });
    await rows.insert({ partitionKey: "p", rowKey: "2", properties: { value: edm.double(5.5) } });
    const measures = service.entities(Measure);
    const read = await measures.query({ partition: "p" }).toArray();
    expect(read.map(({ value }) => value)).toEqual([5, 5.5]);
    for (const measure of read) await measures.replace(measure, { ifMatch: measure.$etag });
    const written = await rows.getOrThrow({ partitionKey: "p", rowKey: "1" });
    expect(written.properties["value"]).toEqual(edm.double(5));
  });

  it("the Bot Framework for JavaScript: state cut into rows", async () => {
    const slice = (rowKey: string, json: string) => ({
      partitionKey: "emulator%2fusers%2fu1",
      rowKey,
      properties: { RealKey: edm.string("emulator/users/u1"), Json: edm.string(json) },
    });
    const slices = await adoptRows(service, BotStateSlice, [slice("0", '{"a":'), slice("1", "1"), slice("10", "}")]);
    expect(slices.map(({ index, realKey }) => [index, realKey])).toEqual(
      ["0", "1", "10"].map((index) => [index, "emulator/users/u1"]),
    );
  });

  it("the Bot Framework for .NET: compressed data of users and conversations", async () => {
    const Data = edm.binary(new Uint8Array(gzipSync('{"seen":true}')));
    const common = { BotId: edm.string("shopbot"), ChannelId: edm.string("webchat"), Data };
    const [ofConversation, ofBoth, ofUser] = await adoptRows(service, BotData, [
      {
        partitionKey: "conv|1",
        rowKey: "conversation",
        properties: { ...common, ConversationId: edm.string("conv|1") },
      },
      { partitionKey: "conv|1", rowKey: "dl_7", properties: { ...common, UserId: edm.string("dl_7") } },
      { partitionKey: "dl_7", rowKey: "user", properties: { ...common, UserId: edm.string("dl_7") } },
    ]);
    expect([ofConversation?.row, ofBoth?.row, ofUser?.row]).toEqual(["conversation", "dl_7", "user"]);
    expect(gunzipSync(ofUser?.data ?? new Uint8Array()).toString()).toBe('{"seen":true}');
  });

  it("the WebJobs SDK: runs of functions and the list of recent ones, in one table", async () => {
    const properties = {
      ParentId: edm.guid("c9da6455-213d-42c9-9a79-3e9149a57833"),
      FunctionName: edm.string("Host.Functions.OnOrder"),
      StartTime: startTime,
      EndTime: endTime,
      ArgumentsJson: edm.string('{"order":"7"}'),
    };
    const [run] = await adoptRows(service, FunctionRun, [{ partitionKey: "I", rowKey: id, properties }]);
    expect(run).toMatchObject({ id, functionName: "Host.Functions.OnOrder", arguments: { order: "7" } });
    expect(run?.startTime.toISOString()).toBe("2026-11-20T10:11:12.1234567Z");
    const rowKey = "shop:2Dhost-host:2Efunctions:2Eonorder-00515956007274326543--1702438372";
    const recent = {
      ContainerName: edm.string("c1"),
      StartTime: startTime,
      EndTime: endTime,
      FunctionInstanceId: edm.string(id),
      FunctionName: edm.string("Host.Functions.OnOrder"),
      DisplayName: edm.string("OnOrder (7)"),
      HasError: edm.boolean(false),
    };
    const [entry] = await adoptRows(service, RecentRun, [{ partitionKey: "R2", rowKey, properties: recent }]);
    expect(entry).toMatchObject({ row: rowKey, hasError: false, rawStatus: undefined });
  });

  it("Durable Functions: instances with an empty RowKey, and their history", async () => {
    const [instance] = await adoptRows(service, OrchestrationInstance, [
      {
        partitionKey: "order^07",
        rowKey: "",
        properties: {
          ExecutionId: edm.string("e1"),
          Name: edm.string("Checkout"),
          Input: edm.string('"7"'),
          CreatedTime: startTime,
          LastUpdatedTime: endTime,
          RuntimeStatus: edm.string("Running"),
          Generation: edm.int32(0),
        },
      },
    ]);
    expect(instance).toMatchObject({ escapedInstanceId: "order^07", orchestrator: "Checkout", generation: 0 });
    const found = await service.entities(OrchestrationInstance).getOrThrow({ escapedInstanceId: "order^07" });
    expect(found.createdTime).toEqual(instance?.createdTime);
    const event = (rowKey: string, properties: object) => ({
      partitionKey: "order^07",
      rowKey,
      properties: { ExecutionId: edm.string("e1"), ...properties },
    });
    const events = await adoptRows(service, OrchestrationEvent, [
      event("0000000000000000", { EventType: edm.string("OrchestratorStarted"), EventId: edm.int32(-1) }),
      event("000000000000000A", {
        EventType: edm.string("TaskCompleted"),
        TaskScheduledId: edm.int32(3),
        ResultBlobName: edm.string("order^07/history-000000000000000A-TaskCompleted-Result.json.gz"),
      }),
      event("sentinel", { CheckpointCompletedTimestamp: endTime }),
    ]);
    expect(events.map(({ row, eventId }) => [row, eventId])).toEqual([
      ["0000000000000000", -1],
      ["000000000000000A", undefined],
      ["sentinel", undefined],
    ]);
    expect(events[1]?.$extra).toMatchObject({ TaskScheduledId: edm.int32(3) });
  });

  it("the Azure Tables adapter of Auth.js: its kinds, told apart by PartitionKeys", async () => {
    const user = {
      id: edm.string(id),
      name: edm.string("Ann"),
      email: edm.string("ann@x.org"),
      emailVerified: endTime,
    };
    const [ann] = await adoptRows(service, AuthUser, [{ partitionKey: "user", rowKey: id, properties: user }]);
    const [byEmail] = await adoptRows(service, AuthUserByEmail, [
      { partitionKey: "userByEmail", rowKey: "ann@x.org", properties: user },
    ]);
    expect([ann?.email, byEmail?.id]).toEqual(["ann@x.org", id]);
    const account = {
      provider: edm.string("github"),
      providerAccountId: edm.string("12345"),
      userId: edm.string(id),
      type: edm.string("oauth"),
      access_token: edm.string("a"),
      scope: edm.string("read:user"),
    };
    await adoptRows(service, AuthAccount, [
      { partitionKey: "account", rowKey: "12345_github", properties: { ...account, expires_at: edm.double(4e9) } },
    ]);
    const [accounts] = await adoptRows(service, AuthAccountByUserId, [
      { partitionKey: "accountByUserId", rowKey: id, properties: { github: edm.string("12345") } },
    ]);
    expect(accounts?.$extra).toMatchObject({ github: edm.string("12345") });
    const session = { sessionToken: edm.string("s1"), userId: edm.string(id), expires: endTime };
    await adoptRows(service, AuthSession, [{ partitionKey: "session", rowKey: "s1", properties: session }]);
    const token = { identifier: edm.string("ann@x.org"), token: edm.string("t1"), expires: endTime };
    await adoptRows(service, AuthVerificationToken, [
      { partitionKey: "verificationToken", rowKey: "t1", properties: token },
    ]);
  });

  it("cloud-mappings: a value cut into binary columns", async () => {
    const chunk = (value: number) => edm.binary(new Uint8Array(65_536).fill(value));
    const [value] = await adoptRows(service, ChunkedValue, [
      {
        partitionKey: "models%2Fa%20b",
        rowKey: "cm",
        properties: { d_0: chunk(1), d_1: chunk(2), d_2: edm.binary(new Uint8Array([3])) },
      },
    ]);
    expect(value?.quotedKey).toBe("models%2Fa%20b");
    expect(value?.first).toHaveLength(65_536);
    expect(Object.keys(value?.$extra ?? {})).toEqual(["d_1", "d_2"]);
  });
});
