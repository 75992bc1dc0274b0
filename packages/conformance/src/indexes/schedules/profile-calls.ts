import type { TableServiceClient } from "@tablewright/runtime";
import { reindex } from "@tablewright/runtime/reindex";
import { Profile } from "../../../../runtime/src/test/profiles/index.js";
import { Draw } from "../../schedules/calls/draw.js";

/** Properties of a profile, all of them optional. */
export interface ProfileValues {
  readonly handle?: string;
  readonly seat?: number;
  readonly mood?: string;
  readonly since?: Date;
}

/** Profile that a call reads or writes. */
interface About {
  readonly team: string;
  readonly who: string;
}

/** One call of a client, as data. */
export type ProfileCall =
  | ({
      readonly op: "insert" | "insertOrReplace" | "insertOrMerge" | "replace" | "merge";
      values: ProfileValues;
    } & About)
  | ({ readonly op: "unset"; readonly names: readonly (keyof ProfileValues)[] } & About)
  | ({ readonly op: "delete" } & About)
  /** Writes two profiles of a team in one request. */
  | {
      readonly op: "transaction" | "bulk";
      readonly team: string;
      readonly values: readonly [ProfileValues, ProfileValues];
    }
  | { readonly op: "query"; readonly mood: string }
  | { readonly op: "get"; readonly handle: string }
  /** Waits until no earlier write can still be in progress, or runs `reindex`. */
  | { readonly op: "wait" | "reindex" };

/** Calls of some clients, and the rows that exist before them. */
export interface ProfileProgram {
  readonly profiles: readonly (About & { readonly values: ProfileValues; readonly ageMs: number })[];
  /** Reserved handles that a crash has left behind: the profile that a reservation names does not have the handle. */
  readonly stale: readonly (About & { readonly handle: string; readonly ageMs: number })[];
  readonly clients: readonly {
    readonly calls: readonly ProfileCall[];
    readonly crashAfter: number | undefined;
  }[];
}

const hour = 3_600_000;
const teams = ["A", "B"] as const;
const since = new Date("2024-01-01T00:00:00Z");

export function drawProfileProgram(random: () => number): ProfileProgram {
  const draw = new Draw(random, false, 0, 0);
  const handles = ["x", "y"];
  const profiles = teams
    .filter(() => draw.chance(0.6))
    .map((team) => {
      const handle = draw.chance(0.6) ? handles.shift() : undefined;
      const values = { ...drawValues(draw), handle: undefined };
      return { team, who: "1", values: defined({ ...values, handle }), ageMs: draw.pick(hour, hour, 900) };
    });
  const stale = handles
    .filter(() => draw.chance(0.5))
    .map((handle) => ({ team: draw.pick(...teams), who: "1", handle, ageMs: draw.pick(hour, hour, 900) }));
  const clients = Array.from({ length: draw.pick(2, 2, 3) }, () => ({
    calls: Array.from({ length: draw.pick(1, 2, 2, 3) }, () => drawCall(draw)),
    crashAfter: draw.chance(0.25) ? draw.int(8) : undefined,
  }));
  return { profiles, stale, clients };
}

function drawValues(draw: Draw): ProfileValues {
  const maybe = <Value>(value: Value) => (draw.chance(0.6) ? value : undefined);
  return defined({
    handle: maybe(draw.pick("x", "x", "y")),
    seat: maybe(draw.pick(1, 2)),
    mood: maybe(draw.pick("calm", "keen")),
    since: maybe(since),
  });
}

function defined(values: { readonly [Name in keyof ProfileValues]: ProfileValues[Name] | undefined }): ProfileValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as ProfileValues;
}

function drawCall(draw: Draw): ProfileCall {
  const about = { team: draw.pick(...teams), who: draw.pick("1", "1", "1", "2") };
  const values = drawValues(draw);
  const op = draw.pick(
    ...(["insert", "insert", "insertOrReplace", "insertOrMerge", "replace", "merge", "merge", "unset"] as const),
    ...(["delete", "delete", "transaction", "bulk", "query", "get", "reindex", "wait", "wait"] as const),
  );
  if (op === "delete") return { op, ...about };
  if (op === "unset") return { op, ...about, names: draw.some(["handle", "seat", "mood"] as const) };
  if (op === "transaction" || op === "bulk") return { op, team: about.team, values: [values, drawValues(draw)] };
  if (op === "query") return { op, mood: draw.pick("calm", "keen") };
  if (op === "get") return { op, handle: draw.pick("x", "y") };
  if (op === "wait" || op === "reindex") return { op };
  return { op, ...about, values };
}

const any = { ifMatch: "*" } as const;

export async function runProfileCall(service: TableServiceClient, call: ProfileCall): Promise<unknown> {
  const profiles = service.entities(Profile);
  switch (call.op) {
    case "insert":
    case "insertOrReplace":
    case "insertOrMerge":
      return profiles[call.op]({ team: call.team, who: call.who, ...call.values });
    case "replace":
      return profiles.replace({ team: call.team, who: call.who, ...call.values }, any);
    case "merge":
      return profiles.merge({ team: call.team, who: call.who }, call.values, any);
    case "unset":
      return profiles.modify({ team: call.team, who: call.who }, () => ({ unset: call.names }), { attempts: 4 });
    case "delete":
      return profiles.delete({ team: call.team, who: call.who }, any);
    case "bulk": {
      const [one, two] = call.values;
      return profiles.bulk([
        { insertOrReplace: { team: call.team, who: "1", ...one } },
        { insert: { team: call.team, who: "2", ...two } },
      ]);
    }
    case "transaction": {
      const from = await profiles.getOrThrow({ team: call.team, who: "1" });
      return service.transaction(Profile.partition({ team: call.team }), (tx) => {
        tx.merge(Profile, { who: "1" }, call.values[0], { from });
        tx.insert(Profile, { who: "2", ...call.values[1] });
      });
    }
    case "query":
      return profiles.byMoodAnywhere.query({ mood: call.mood }).select("team", "who").toArray();
    case "get":
      return profiles.byHandle.get({ handle: call.handle });
    case "reindex":
      return reindex(service, Profile);
    case "wait":
      return new Promise((resolve) => setTimeout(resolve, 21 * 60_000));
  }
}
