import { edm, entity } from "tablewright";

const player = { game: edm.string({ maxLength: 64 }), playerId: edm.string({ maxLength: 64 }) };

/** A player's best score. */
export const Best = entity({
  table: "Games",
  kind: "best",
  properties: { ...player, score: edm.int32({ min: 0 }) },
  partitionKey: (k) => [k.game],
  rowKey: (k) => ["best", k.playerId],
});

/** The same score, in the order of the leaderboard. */
export const Rank = entity({
  table: "Games",
  kind: "rank",
  properties: { ...player, score: edm.int32({ min: 0 }) },
  partitionKey: (k) => [k.game],
  rowKey: (k) => ["rank", k.score.desc, k.playerId], // highest first
});
