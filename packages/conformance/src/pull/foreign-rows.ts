import type { TableRow } from "@tablewright/runtime";
import { type EdmValue, ExactDate, edm, type Guid } from "@tablewright/runtime/edm";

/* Rows as other programs write them, by table. Their shapes are those of tables/other-programs.table.ts, which names the source of
 * each. */

const many = Array.from({ length: 12 }, (_, index) => index);
const at = (index: number) =>
  edm.dateTime(
    ExactDate.fromIso(
      `2026-11-${String(10 + index)}T10:11:12.${String((index * 1_234_567) % 10_000_000).padStart(7, "0")}Z`,
    ),
  );
const idOf = (index: number) => `0f8fad5b-d9cb-469f-a165-708677289${String(500 + index)}` as Guid;

function row(partitionKey: string, rowKey: string, properties: Readonly<Record<string, EdmValue>>): TableRow {
  return { partitionKey, rowKey, properties };
}

export const foreignRows: Readonly<Record<string, readonly TableRow[]>> = {
  botstate: many.map((index) =>
    row(`emulator%2fusers%2fu${index % 5}`, String(index), {
      RealKey: edm.string(`emulator/users/u${index % 5}`),
      Json: edm.string('{"a":'),
    }),
  ),
  botdatashopbotwebchat: many.map((index) => {
    const common = { BotId: edm.string("shopbot"), Data: edm.binary(new Uint8Array([index])) };
    return index % 2 === 0
      ? row(`conv|${index}`, "conversation", { ...common, ConversationId: edm.string(`conv|${index}`) })
      : row(`dl_${index}`, "user", { ...common, UserId: edm.string(`dl_${index}`) });
  }),
  AzureWebJobsHostLogs: many.flatMap((index) => [
    row("I", idOf(index), {
      FunctionName: edm.string("Host.Functions.OnOrder"),
      StartTime: at(index),
      ArgumentsJson: edm.string(`{"order":"${index}"}`),
      ...(index % 3 === 0 && { ParentId: edm.guid(idOf(index + 100)), EndTime: at(index) }),
    }),
    row("R2", `shop:2Dhost-host:2Efunctions:2Eonorder-0051595600727432${6543 + index}--170243837${index % 10}`, {
      ContainerName: edm.string("c1"),
      StartTime: at(index),
      FunctionInstanceId: edm.string(idOf(index)),
      FunctionName: edm.string("Host.Functions.OnOrder"),
      DisplayName: edm.string(`OnOrder (${index})`),
      HasError: edm.boolean(index % 4 === 0),
    }),
  ]),
  /* PartitionKeys of which one begins with another, `I` and `IA`: Azure/azure-webjobs-sdk, src/Microsoft.Azure.WebJobs.Logging/Internal. */
  AzureWebJobsHostLogs202611: many.flatMap((index) => [
    row("I", idOf(index), { FunctionName: edm.string("Host.Functions.OnOrder"), StartTime: at(index) }),
    row("IA", `0063892480386003${1000 + index}-rd0003ffa1caf9-4a896b${10 + index}`, {
      CurrentActive: edm.int32(index),
      DurationMilliseconds: edm.int64(BigInt(index) * 1000n),
      MachineName: edm.string("rd0003ffa1caf9"),
    }),
    row("T2", `shop:2Dhost-onorder-000000000000290${10_000 + index}-${20_000 + index}`, {
      TotalRun: edm.int32(index),
      TotalPass: edm.int32(index),
    }),
  ]),
  TestHubInstances: many.map((index) =>
    row(`order^0${index}`, "", {
      ExecutionId: edm.string(`e${index}`),
      Name: edm.string("Checkout"),
      CreatedTime: at(index),
      RuntimeStatus: edm.string(index % 2 === 0 ? "Running" : "Completed"),
      Generation: edm.int32(0),
      ...(index % 2 === 1 && { CompletedTime: at(index), Output: edm.string('"done"') }),
    }),
  ),
  TestHubHistory: many.flatMap((index) => [
    row(`order^0${index}`, "0000000000000000", {
      ExecutionId: edm.string(`e${index}`),
      EventType: edm.string("OrchestratorStarted"),
      EventId: edm.int32(-1),
      Timestamp_: at(index),
    }),
    row(`order^0${index}`, "000000000000000A", {
      ExecutionId: edm.string(`e${index}`),
      EventType: edm.string("TaskCompleted"),
      TaskScheduledId: edm.int32(3),
    }),
    row(`order^0${index}`, "sentinel", {
      ExecutionId: edm.string(`e${index}`),
      CheckpointCompletedTimestamp: at(index),
    }),
  ]),
  auth: many.flatMap(authRows),
  cloudmappings: many.map((index) =>
    row(`models%2Fa%20${index}`, "cm", {
      d_0: edm.binary(new Uint8Array(100).fill(index)),
      ...(index % 2 === 0 && { d_1: edm.binary(new Uint8Array([3])) }),
    }),
  ),
  mixed: many.map((index) =>
    row("all", `r ${index}`, {
      value: index % 3 === 0 ? edm.string("none") : edm.int32(index),
      größe: edm.double(index),
    }),
  ),
};

/** Returns the rows that the adapter of Auth.js stores for one user. */
function authRows(index: number): TableRow[] {
  const email = `ann${index}@x.org`;
  const user = {
    id: edm.string(idOf(index)),
    name: edm.string(`Ann ${index}`),
    email: edm.string(email),
    ...(index % 2 === 0 && { emailVerified: at(index) }),
  };
  const account = {
    provider: edm.string("github"),
    providerAccountId: edm.string(`${12345 + index}`),
    userId: edm.string(idOf(index)),
    type: edm.string("oauth"),
    access_token: edm.string("a"),
    expires_at: index % 2 === 0 ? edm.int32(1_900_000_000) : edm.double(4e9),
  };
  return [
    row("user", idOf(index), user),
    row("userByEmail", email, user),
    row("account", `${12345 + index}_github`, account),
    row("accountByUserId", idOf(index), { github: edm.string(`${12345 + index}`) }),
    row("session", `s${index}`, {
      sessionToken: edm.string(`s${index}`),
      userId: edm.string(idOf(index)),
      expires: at(index),
    }),
    row("sessionByUserId", idOf(index), { [`s${index}`]: edm.string("") }),
    row("verificationToken", `t${index}`, {
      identifier: edm.string(email),
      token: edm.string(`t${index}`),
      expires: at(index),
    }),
  ];
}
