/*
 * Queries a partition of a million rows, each page of which is there at once. With `unchecked` the class does not compare what
 * it read with the stored keys.
 */
import { type EntityClass, TableServiceClient } from "@tablewright/runtime";
import { page } from "../server/canned-answers.js";
import { Reading, type ReadingTypes } from "../tables.gen/index.js";

const pages = 1000;
const body = page(1000, "minimalmetadata");
let answered = 0;
// No two continuations are equal: a query whose answers led back to themselves would end with an error.
const next = () => ["x-ms-continuation-nextpartitionkey", "1", "x-ms-continuation-nextrowkey", String(answered)];
const transport = async () => ({ status: 200, headers: ++answered < pages ? next() : [], body });
const { $schema } = Reading;
const always = { makesPartitionKey: () => true, makesRowKey: () => true };
const unchecked: EntityClass<ReadingTypes> = { $schema: { ...$schema, ...always } };

await using service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
const readings = service.entities(process.argv[2] === "unchecked" ? unchecked : Reading);
let rows = 0;
for await (const reading of readings.query({ deviceId: "d1" })) if (reading.readingNo >= 0) rows++;
if (rows !== pages * 1000) throw new Error(`${rows} rows were read.`);
