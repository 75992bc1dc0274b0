import { edm, entity } from "tablewright";

/* Rows that other programs write. Shapes are facts read from their source, which each entity names. */

/** `@azure/data-tables` writes the number 5 as Edm.Int32 and 5.5 as Edm.Double, in one column. */
export const Measure = entity({
  table: "measures",
  properties: {
    partition: edm.string({ keyOnly: true, maxLength: 512 }),
    row: edm.string({ keyOnly: true, maxLength: 512 }),
    value: edm.double(),
  },
  partitionKey: (k) => [k.partition.raw],
  rowKey: (k) => [k.row.raw],
});

/** One slice of a bot's state: microsoft/botbuilder-js, libraries/botbuilder-azure/src/tableStorage.ts. */
export const BotStateSlice = entity({
  table: "botstate",
  properties: {
    escapedKey: edm.string({ keyOnly: true, maxLength: 512 }),
    /** `"0"`, `"1"` and so on, without leading zeros: "10" sorts before "2". */
    index: edm.string({ keyOnly: true, maxLength: 512 }),
    realKey: edm.string({ name: "RealKey" }),
    json: edm.string({ name: "Json" }),
  },
  partitionKey: (k) => [k.escapedKey.raw],
  rowKey: (k) => [k.index.raw],
});

/** A run of a function: Azure/azure-webjobs-sdk, src/Microsoft.Azure.WebJobs.Logging/Entities/InstanceTableEntity.cs. */
export const FunctionRun = entity({
  table: "AzureWebJobsHostLogs",
  kind: "run",
  kindProperty: false,
  properties: {
    id: edm.guid({ keyOnly: true }),
    parentId: edm.guid({ name: "ParentId" }).optional(),
    functionName: edm.string({ name: "FunctionName" }),
    triggerReason: edm.string({ name: "TriggerReason" }).optional(),
    startTime: edm.dateTime({ name: "StartTime" }),
    endTime: edm.dateTime({ name: "EndTime" }).optional(),
    heartbeatExpiry: edm.dateTime({ name: "FunctionInstanceHeartbeatExpiry" }).optional(),
    errorDetails: edm.string({ name: "ErrorDetails" }).optional(),
    logOutput: edm.string({ name: "LogOutput" }).optional(),
    arguments: edm.json<Record<string, string>>({ name: "ArgumentsJson" }).optional(),
  },
  partitionKey: () => ["I"],
  rowKey: (k) => [k.id],
});

/**
 * Entry of a function's run in the list of recent runs: Azure/azure-webjobs-sdk,
 * src/Microsoft.Azure.WebJobs.Logging/Entities/RecentPerFuncEntity.cs. The RowKey consists of function, ticks in 20 digits and a signed
 * number, joined by `-`. Function and number may contain `-` too, so the RowKey is one text.
 */
export const RecentRun = entity({
  table: "AzureWebJobsHostLogs",
  kind: "recent",
  kindProperty: false,
  properties: {
    row: edm.string({ keyOnly: true, maxLength: 512 }),
    containerName: edm.string({ name: "ContainerName" }),
    startTime: edm.dateTime({ name: "StartTime" }),
    endTime: edm.dateTime({ name: "EndTime" }).optional(),
    heartbeatExpiry: edm.dateTime({ name: "FunctionInstanceHeartbeatExpiry" }).optional(),
    functionInstanceId: edm.string({ name: "FunctionInstanceId" }),
    functionName: edm.string({ name: "FunctionName" }),
    displayName: edm.string({ name: "DisplayName" }),
    hasError: edm.boolean({ name: "HasError" }),
    rawStatus: edm.string({ name: "RawStatus" }).optional(),
  },
  partitionKey: () => ["R2"],
  rowKey: (k) => [k.row.raw],
});

/** Durable Functions: Azure/durabletask, src/DurableTask.AzureStorage/OrchestrationInstanceStatus.cs; the RowKey is empty. */
export const OrchestrationInstance = entity({
  table: "TestHubInstances",
  properties: {
    escapedInstanceId: edm.string({ keyOnly: true, maxLength: 512 }),
    executionId: edm.string({ name: "ExecutionId" }),
    orchestrator: edm.string({ name: "Name" }),
    version: edm.string({ name: "Version" }).optional(),
    input: edm.string({ name: "Input" }).optional(),
    output: edm.string({ name: "Output" }).optional(),
    customStatus: edm.string({ name: "CustomStatus" }).optional(),
    createdTime: edm.dateTime({ name: "CreatedTime" }),
    lastUpdatedTime: edm.dateTime({ name: "LastUpdatedTime" }),
    completedTime: edm.dateTime({ name: "CompletedTime" }).optional(),
    runtimeStatus: edm.string({ name: "RuntimeStatus" }),
    scheduledStartTime: edm.dateTime({ name: "ScheduledStartTime" }).optional(),
    generation: edm.int32({ name: "Generation" }).optional(),
    tags: edm.string({ name: "Tags" }).optional(),
  },
  partitionKey: (k) => [k.escapedInstanceId.raw],
  rowKey: () => [""],
});

/** Events of an orchestration: Azure/durabletask, src/DurableTask.AzureStorage/Entities/HistoryEntity.cs. Others of its columns are kept. */
export const OrchestrationEvent = entity({
  table: "TestHubHistory",
  unknownProperties: "keep",
  properties: {
    escapedInstanceId: edm.string({ keyOnly: true, maxLength: 512 }),
    /** The number of the event in 16 hexadecimal digits, or `sentinel`. */
    row: edm.string({ keyOnly: true, maxLength: 512 }),
    executionId: edm.string({ name: "ExecutionId" }),
    eventType: edm.string({ name: "EventType" }).optional(),
    eventId: edm.int32({ name: "EventId" }).optional(),
    isPlayed: edm.boolean({ name: "IsPlayed" }).optional(),
    checkpointCompleted: edm.dateTime({ name: "CheckpointCompletedTimestamp" }).optional(),
  },
  partitionKey: (k) => [k.escapedInstanceId.raw],
  rowKey: (k) => [k.row.raw],
});

/** Auth.js: nextauthjs/next-auth, packages/adapter-azure-tables/src/index.ts; the PartitionKeys distinguish the kinds. */
export const AuthUser = entity({
  table: "auth",
  kind: "user",
  kindProperty: false,
  properties: {
    id: edm.string({ maxLength: 512 }),
    name: edm.string().optional(),
    email: edm.string({ maxLength: 512 }),
    emailVerified: edm.dateTime().optional(),
    image: edm.string().optional(),
  },
  partitionKey: () => ["user"],
  rowKey: (k) => [k.id.raw],
});

export const AuthUserByEmail = entity({
  table: "auth",
  kind: "userByEmail",
  kindProperty: false,
  properties: {
    id: edm.string({ maxLength: 512 }),
    name: edm.string().optional(),
    email: edm.string({ maxLength: 512 }),
    emailVerified: edm.dateTime().optional(),
    image: edm.string().optional(),
  },
  partitionKey: () => ["userByEmail"],
  rowKey: (k) => [k.email.raw],
});

export const AuthAccount = entity({
  table: "auth",
  kind: "account",
  kindProperty: false,
  separator: "_",
  properties: {
    providerAccountId: edm.string({ maxLength: 256 }),
    provider: edm.string({ maxLength: 64 }),
    userId: edm.string(),
    type: edm.string(),
    accessToken: edm.string({ name: "access_token" }).optional(),
    /** Seconds: an Edm.Int32, and an Edm.Double from 2038 on. */
    expiresAt: edm.double({ name: "expires_at" }).optional(),
    scope: edm.string().optional(),
  },
  partitionKey: () => ["account"],
  rowKey: (k) => [k.providerAccountId.raw, k.provider.raw],
});

/** Accounts of one user. Each property is named after a provider, so none is declared. */
export const AuthAccountByUserId = entity({
  table: "auth",
  kind: "accountByUserId",
  kindProperty: false,
  unknownProperties: "keep",
  properties: { userId: edm.string({ keyOnly: true, maxLength: 512 }) },
  partitionKey: () => ["accountByUserId"],
  rowKey: (k) => [k.userId.raw],
});

export const AuthSession = entity({
  table: "auth",
  kind: "session",
  kindProperty: false,
  properties: { sessionToken: edm.string({ maxLength: 512 }), userId: edm.string(), expires: edm.dateTime() },
  partitionKey: () => ["session"],
  rowKey: (k) => [k.sessionToken.raw],
});

export const AuthVerificationToken = entity({
  table: "auth",
  kind: "verificationToken",
  kindProperty: false,
  properties: { identifier: edm.string(), token: edm.string({ maxLength: 512 }), expires: edm.dateTime() },
  partitionKey: () => ["verificationToken"],
  rowKey: (k) => [k.token.raw],
});

/** A value cut into columns of 64 KiB, `d_0` to `d_15`: the Python package cloud-mappings, its AzureTableStorageProvider. */
export const ChunkedValue = entity({
  table: "cloudmappings",
  unknownProperties: "keep",
  properties: {
    quotedKey: edm.string({ keyOnly: true, maxLength: 512 }),
    first: edm.binary({ name: "d_0" }).optional(),
  },
  partitionKey: (k) => [k.quotedKey.raw],
  rowKey: () => ["cm"],
});

/**
 * Data of a user, a conversation, or both: microsoft/BotBuilder-Azure, CSharp/Library/Microsoft.Bot.Builder.Azure/TableBotDataStore2.cs.
 */
export const BotData = entity({
  table: "botdatashopbotwebchat",
  properties: {
    partition: edm.string({ keyOnly: true, maxLength: 512 }),
    row: edm.string({ keyOnly: true, maxLength: 512 }),
    botId: edm.string({ name: "BotId" }),
    channelId: edm.string({ name: "ChannelId" }),
    conversationId: edm.string({ name: "ConversationId" }).optional(),
    userId: edm.string({ name: "UserId" }).optional(),
    /** JSON, compressed with gzip. */
    data: edm.binary({ name: "Data" }).optional(),
  },
  partitionKey: (k) => [k.partition.raw],
  rowKey: (k) => [k.row.raw],
});
