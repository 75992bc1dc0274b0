import { createHash } from "node:crypto";
import { edm } from "@tablewright/runtime/edm";
import {
  below,
  type CorpusTable,
  guid,
  hex,
  lastTicks,
  pad,
  pick,
  start,
  table,
  ticks,
  together,
  ulid,
} from "./corpus-table.js";

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
const times = Array.from({ length: 2000 }, (_, n) => start + n * 17_003 + below(9000));
const time = (n: number) => times[n] ?? start;
const minute = (n: number) => ticks(time(n) - (time(n) % 60_000));
const users = Array.from({ length: 120 }, (_, n) => sha1(`u${n}`));
const user = (n: number) => users[n] ?? "";
const streams = Array.from({ length: 60 }, () => `order-${guid()}`);
const stream = (n: number) => streams[n] ?? "";
const orchestrations = Array.from({ length: 60 }, () => hexGuid());
const orchestration = (n: number) => orchestrations[n] ?? "";

function hexGuid(): string {
  return guid().replaceAll("-", "");
}

/** Tables that libraries and services write. */
export const programs: readonly CorpusTable[] = [
  together(
    "EventStore",
    ["order-{*guid} ~ SS-SE-{Version.pad(10)}", "order-{*guid} ~ SS-UID-{*guid}", "order-{*guid} ~ SS-HEAD"],
    [
      table("Events", [], 600, (n) => [
        stream(n % 60),
        `SS-SE-${pad(Math.floor(n / 60) + 1, 10)}`,
        {
          Id: edm.guid(guid()),
          Type: pick(["OrderPlaced", "LineAdded"]),
          Data: '{"a":1}',
          Version: Math.floor(n / 60) + 1,
        },
      ]),
      table("Ids", [], 600, (n) => [stream(n % 60), `SS-UID-${guid()}`, { Version: Math.floor(n / 60) + 1 }]),
      table("Heads", [], 60, (n) => [stream(n), "SS-HEAD", { Version: 10, Created: new Date(time(n)) }]),
    ],
  ),
  table("OrleansGrainState", ["{*}_GrainReference={*} ~ {*}"], 300, (n) => [
    `svc-1_GrainReference=${pad(n.toString(16), 32)}0600000060b4d6b8`,
    pick(["MyApp.Grains.UserGrain", "MyApp.Grains.CartGrain"]),
    { ...(n % 2 === 0 ? { Data: edm.binary(new Uint8Array([n % 256])) } : { StringData: `{"n":${n}}` }) },
  ]),
  table(
    "OrleansReminders",
    ["{ServiceId}_{*} ~ {GrainRefConsistentHash}-{GrainReference}-{ReminderName}"],
    300,
    (n) => {
      const hash = sha1(`g${n}`).slice(0, 8).toUpperCase();
      const reference = `GrainReference=${pad(n.toString(16), 32)}`;
      const name = pick(["tick", "cleanup"]);
      const values = { ServiceId: "svc-1", DeploymentId: "d1", GrainReference: reference, ReminderName: name };
      const more = { StartAt: new Date(time(n)).toISOString(), Period: "00:01:00", GrainRefConsistentHash: hash };
      return [`svc-1_${hash.slice(0, 1)}`, `${hash}-${reference}-${name}`, { ...values, ...more }];
    },
  ),
  together(
    "AspNetIdentity",
    ["U_{Id} ~ U_{Id}", "U_{UserId} ~ R_{*}", "U_{UserId} ~ L_{*}", "U_{UserId} ~ C_{*}"],
    [
      table("Users", [], 120, (n) => {
        const values = { Id: user(n), UserName: `u${n}`, Email: `u${n}@x.org`, EmailConfirmed: n % 2 === 0 };
        const more = { AccessFailedCount: n % 3, LockoutEnabled: true, PasswordHash: hex(20), SecurityStamp: guid() };
        const locked = n % 10 === 0 ? { LockoutEndDateUtc: new Date(time(n)) } : {};
        return [`U_${user(n)}`, `U_${user(n)}`, { ...values, ...more, ...locked, KeyVersion: edm.double(2.1) }];
      }),
      table("Roles", [], 80, (n) => {
        const RoleName = pick(["ADMIN", "USER"]);
        return [`U_${user(n)}`, `R_${sha1(RoleName)}`, { RoleName, UserId: user(n), KeyVersion: edm.double(2.1) }];
      }),
      table("Logins", [], 60, (n) => {
        const values = { LoginProvider: "Google", ProviderKey: `${1e9 + n}`, UserId: user(n) };
        return [`U_${user(n)}`, `L_${sha1(`google${n}`)}`, { ...values, KeyVersion: edm.double(2.1) }];
      }),
      table("Claims", [], 40, (n) => {
        const values = { ClaimType: "role", ClaimValue: "x", UserId: user(n), KeyVersion: edm.double(2.1) };
        return [`U_${user(n)}`, `C_${sha1(`claim${n}`)}`, values];
      }),
    ],
  ),
  table("WadLogs", ["{*dateTime.asc} ~ {DeploymentId}___{Role}___{*}___{RowIndex}"], 800, (n) => {
    const DeploymentId = "3f2504e04f8941d39a0c0305e82c3301";
    const values = {
      EventTickCount: edm.int64(ticks(time(n))),
      DeploymentId,
      Role: "WebRole1",
      RoleInstance: "WebRole1_IN_0",
    };
    const more = {
      Level: pick([2, 3, 4]),
      EventId: 0,
      Pid: 3000 + below(100),
      Message: `m ${n}`,
      RowIndex: pad(n, 19),
    };
    return [
      `0${minute(n)}`,
      `${DeploymentId}___WebRole1___WebRole1_IN_${below(3)}___${pad(n, 19)}`,
      { ...values, ...more },
    ];
  }),
  table("WadMetrics", ["{*} ~ {*}__{TIMESTAMP.desc}"], 400, (n) => {
    const counter = pick([":005CMemory:005CAvailable Bytes", ":005CProcessor:005CTime"]);
    const TIMESTAMP = new Date(start + n * 3_600_000);
    const values = {
      CounterName: counter.replaceAll(":005C", "\\"),
      Host: "vm1",
      TIMESTAMP,
      Average: edm.double(n / 3),
      Count: 60,
    };
    return [
      ":002Fsubscriptions:002F1234:002FresourceGroups:002Frg",
      `${counter}__${lastTicks - ticks(TIMESTAMP.getTime())}`,
      values,
    ];
  }),
  // Counts from one tick later than .NET does, so that no encoding matches.
  table("WadMetricsShifted", ["{*} ~ {*}"], 400, (n) => [
    ":002Fsubscriptions:002F1234:002FresourceGroups:002Frg",
    `${pick([":005CMemory", ":005CProcessor"])}__${lastTicks + 1n - ticks(start + n * 3_600_000)}`,
    { Host: "vm1", TIMESTAMP: new Date(start + n * 3_600_000), Count: 60 },
  ]),
  table("Serilog", ["{*dateTime.asc} ~ {Level}|{*}|{*guid}"], 600, (n) => {
    const Level = pick(["Information", "Warning", "Error"]);
    const values = { MessageTemplate: "Request {Path}", Level, RenderedMessage: `Request "/a/${n}"`, Count: n % 9 };
    const failed = Level === "Error" ? { Exception: "System.Exception: x" } : {};
    return [
      `0${minute(n)}`,
      `${Level}|Request ${pick(["started", "ended"])} {Path}|${guid()}`,
      { ...values, ...failed },
    ];
  }),
  table("NLog", ["{*} ~ {*dateTime.desc}__{*guid}"], 500, (n) => [
    pick(["MyApp.Web", "MyApp.Jobs"]),
    `${lastTicks - ticks(time(n)) - BigInt(below(9999))}__${guid()}`,
    { Level: pick(["Info", "Warn"]), LoggerName: "MyApp", Message: `m${n}`, MachineName: "web1" },
  ]),
  together(
    "DurableHistory",
    ['{*guid.format("N")} ~ {*}', '{*guid.format("N")} ~ sentinel'],
    [
      table("History", [], 480, (n) => {
        const event = ["OrchestratorStarted", "ExecutionStarted", "TaskScheduled", "TaskCompleted"][(n / 60) & 3];
        const values = {
          EventType: event ?? "",
          EventId: -1,
          ExecutionId: hexGuid(),
          IsPlayed: false,
          _Timestamp: new Date(time(n)),
        };
        const more =
          event === "TaskScheduled"
            ? { Name: "Hello", Version: "" }
            : event === "TaskCompleted"
              ? { Result: '"x"' }
              : {};
        return [orchestration(n % 60), pad(Math.floor(n / 60), 16), { ...values, ...more }];
      }),
      table("Sentinels", [], 60, (n) => [
        orchestration(n),
        "sentinel",
        { ExecutionId: hexGuid(), IsCheckpointComplete: true, CheckpointCompletedTimestamp: new Date(time(n)) },
      ]),
    ],
  ),
  table("DurableInstances", ['{*guid.format("N")} ~ '], 200, (n) => {
    const values = { CreatedTime: new Date(time(n)), ExecutionId: hexGuid(), Name: "Orch", TaskHubName: "hub" };
    return [
      hexGuid(),
      "",
      { ...values, RuntimeStatus: pick(["Completed", "Running"]), ...(n % 2 === 0 && { Output: "1" }) },
    ];
  }),
  table("TerraformLocks", ["tfstate ~ {*}"], 40, (n) => {
    const values = { Info: `{"ID":"${guid()}"}`, Who: "ci@host", Created: new Date(time(n)), Version: "1.5.0" };
    return [
      "tfstate",
      `env|prod|region${n}|terraform.tfstate`,
      { ...values, ExpiresAt: edm.int64(BigInt(time(n)) / 1000n) },
    ];
  }),
  table("Chat", ["room_{*} ~ {*:ulid}"], 500, (n) => [
    `room_${pick(["alpha", "beta", "gamma", "delta"])}`,
    ulid(start + n * 1000),
    {
      senderId: `u${n % 50}`,
      text: `hello ${n} ünïcode`,
      ...(n % 20 === 0 && { editedAt: new Date(time(n)) }),
      likes: n % 5,
    },
  ]),
];
