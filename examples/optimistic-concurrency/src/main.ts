/** Shows several writers of one row that lose no change. */
import { isTableError, TableServiceClient } from "@tablewright/runtime";
import { Stock } from "./tables.gen/index.js";

await using service = TableServiceClient.fromConnectionString(
  process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true",
);
const say = (line: string) => process.stdout.write(`${line}\n`);

await service.createTables([Stock]);
const stock = service.entities(Stock);
const key = { warehouse: `W${Date.now()}`, article: "bolt M6" };

await stock.insert({ ...key, onHand: 100, countedBy: "Ann", remark: "shelf 3" });

// Every read returns the ETag, and the types require it for every conditional write.
const ann = await stock.getOrThrow(key);
const bob = await stock.getOrThrow(key);
const { $etag } = await stock.merge(key, { onHand: ann.onHand - 10 }, { ifMatch: ann.$etag });
say(`Ann took 10, the row is now ${$etag}`);
try {
  await stock.merge(key, { onHand: bob.onHand - 5 }, { ifMatch: bob.$etag });
} catch (error) {
  if (!isTableError(error, "entity.condition-not-met")) throw error;
  say("Bob's write under the old ETag is refused: it would have given Ann's 10 back");
}

// modify reads, changes and writes under the ETag, and retries after a concurrent change.
await Promise.all(
  Array.from({ length: 8 }, () => stock.modify(key, ({ onHand }) => ({ set: { onHand: onHand - 5 } }))),
);
say(`eight takers of 5 at once leave ${(await stock.getOrThrow(key)).onHand}`);

// Unlike a merge, modify can remove a property.
await stock.modify(key, () => ({ set: { countedBy: "Cem" }, unset: ["remark"] }));
const counted = await stock.getOrThrow(key);
say(`counted by ${counted.countedBy}, remark ${counted.remark}`);

// A change that proves unnecessary writes nothing.
const same = await stock.modify(key, ({ onHand }) => (onHand >= 50 ? undefined : { set: { onHand: 100 } }));
say(`nothing to refill at ${counted.onHand}: ${same.$etag === counted.$etag ? "the row is untouched" : "refilled"}`);

// The last writer wins only if the code says so explicitly.
await stock.merge(key, { onHand: 0 }, { ifMatch: "*" });
say(`deleted: ${await stock.delete(key, { ifMatch: "*" })}`);
