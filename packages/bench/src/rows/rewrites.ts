import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../drivers/tablewright.js";
import { median, type Row, type RowSource } from "../measure/figures.js";
import { type Cost, commandPath, interleaved, onStrictService, programPath, runProgram } from "../measure/processes.js";
import { connectionStringTo } from "../subjects/subjects.js";

const rows = 10_000;
const clubs = 16;

/** Change of the definition of a member that rewrites, moves or indexes every stored row. */
interface Change {
  /** Name in `programs/bare-rewrites.ts`. */
  readonly name: "replace" | "move" | "index";
  readonly what: string;
  readonly command: readonly string[];
  /** The changed definition. */
  readonly definition: string;
}

/** Returns the definition of a member. */
function define({ name = "name: edm.string()", literal = "member", indexes = "" } = {}): string {
  return `import { edm, entity } from "tablewright";

export const Member = entity({
  table: "Members",
  kind: "member",
  properties: {
    clubId: edm.string({ maxLength: 40 }),
    memberId: edm.string({ maxLength: 40 }),
    email: edm.string({ maxLength: 100 }),
    ${name},
    joinedAt: edm.dateTime(),
    points: edm.int32({ min: 0 }),
  },
  partitionKey: (k) => ["club", k.clubId],
  rowKey: (k) => ["${literal}", k.memberId],
  ${indexes}
});
`;
}

const changes: readonly Change[] = [
  {
    name: "replace",
    what: "`tablewright migrate`, a renamed property",
    command: ["migrate", "Member"],
    definition: define({ name: 'fullName: edm.string({ formerly: ["name"] })' }),
  },
  {
    name: "move",
    what: "`tablewright migrate`, another RowKey in the same partition",
    command: ["migrate", "Member"],
    definition: define({ literal: "person" }),
  },
  {
    name: "index",
    what: "`tablewright reindex`, a new index in the partition",
    command: ["reindex", "Member"],
    definition: define({ indexes: 'indexes: { byEmail: { rowKey: (k) => ["email", k.email] } },' }),
  },
];

/** Rows a second of `migrate` and `reindex`, over the same rewrites by hand with as many requests in flight. */
export const rewrites: RowSource = {
  name: "rewrites",
  async measure(times) {
    return onStrictService(async (endpoint, folder) => {
      const measured: Row[] = [];
      for (const change of changes) measured.push(await measureChange(change, endpoint, folder, Math.min(times, 3)));
      return measured;
    });
  },
};

async function measureChange(change: Change, endpoint: string, folder: string, times: number): Promise<Row> {
  const cwd = join(folder, change.name);
  const connection = ["--connection-string", connectionStringTo(endpoint)];
  const command = (...args: string[]) => runProgram(commandPath, args, { cwd });
  const definitions = join(cwd, "tables");
  mkdirSync(definitions, { recursive: true });
  writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
  writeFileSync(join(cwd, "members.ndjson"), Array.from({ length: rows }, (_, n) => `${memberLine(n)}\n`).join(""));
  writeFileSync(join(definitions, "member.table.ts"), define());
  await command("generate");
  writeFileSync(join(definitions, "member.table.ts"), change.definition);
  await command("generate", "--accept");

  const { tables } = connect(endpoint);
  const refilled = async (rewrite: () => Promise<Cost>) => {
    await tables.delete("Members");
    await tables.create("Members");
    await command("import", "Members", "members.ndjson", ...connection);
    return await rewrite();
  };
  const costs = await interleaved(times, {
    floor: () =>
      refilled(() => runProgram(programPath("bare-rewrites"), [change.name, endpoint, "Members", String(rows)])),
    ours: () => refilled(() => command(...change.command, ...connection)),
  });
  const shares = costs.ours.map(({ wallUs }, round) => (costs.floor[round]?.wallUs ?? Number.NaN) / wallUs);
  const rate = (all: readonly Cost[]) => {
    const perSecond = (rows / median(all.map(({ wallUs }) => wallUs))) * 1_000_000;
    return `${(Math.round(perSecond / 10) * 10).toLocaleString("en")} rows/s`;
  };
  return {
    what: `${change.what}, ${rows.toLocaleString("en")} members, over the same requests by hand`,
    floor: rate(costs.floor),
    ours: `${median(shares).toFixed(2)} × the rate; ${rate(costs.ours)}`,
  };
}

/** Returns the stored row of a member as a line of NDJSON. */
function memberLine(n: number): string {
  const [clubId, memberId] = [`c${n % clubs}`, `m${String(n).padStart(6, "0")}`];
  return JSON.stringify({
    PartitionKey: `club!${clubId}`,
    RowKey: `member!${memberId}`,
    kind: "member",
    clubId,
    memberId,
    email: `${memberId}@example.org`,
    name: `Member ${n}`,
    "joinedAt@odata.type": "Edm.DateTime",
    joinedAt: new Date(1_716_000_000_000 + n * 60_037).toISOString(),
    points: n % 500,
  });
}
