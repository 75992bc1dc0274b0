import { edm, entity } from "tablewright";

/** A player of a tenant's game. */
export const Player = entity({
  table: "Players",
  kind: "player",
  properties: {
    tenant: edm.string({ maxLength: 40 }),
    playerId: edm.guid({ default: "random" }),
    email: edm.string({ maxLength: 100 }),
    nickname: edm.string({ maxLength: 40 }),
    status: edm.string({ oneOf: ["invited", "active", "banned"], default: "invited" }),
    score: edm.int32({ min: 0, default: 0 }),
  },
  partitionKey: (k) => ["tenant", k.tenant],
  rowKey: (k) => ["player", k.playerId],
  indexes: {
    /** One player for each address of a tenant, whatever its case. */
    byEmail: { rowKey: (k) => ["email", k.email.lower], unique: true },
    /** For lists, which need no more than the nickname. */
    byStatus: { rowKey: (k) => ["status", k.status, k.nickname], include: ["nickname"] },
    /** The leaderboard of all tenants, best first. */
    byScore: { table: "Leaderboard", partitionKey: () => ["all"], rowKey: (k) => [k.score.desc] },
  },
});
