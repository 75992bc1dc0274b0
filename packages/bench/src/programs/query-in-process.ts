/*
 * Queries a partition of a million rows of an entity, with every page available immediately. With `unchecked` the class does not compare
 * rows with their stored keys.
 */
import { type EntityClass, type EntityTypes, TableServiceClient } from "@tablewright/runtime";
import { generated } from "../drivers/tablewright.js";
import { page } from "../server/canned-responses.js";
import type { SubjectName } from "../subjects/subjects.js";

const [name, how] = process.argv.slice(2) as [SubjectName, "checked" | "unchecked"];
const subject = generated(name);
const pages = 1000;
const body = page(subject, 1000, "minimalmetadata");
let answered = 0;
// Each continuation is unique: a query whose responses led back to themselves would end with an error.
const next = () => ["x-ms-continuation-nextpartitionkey", "1", "x-ms-continuation-nextrowkey", String(answered)];
const type = [
  "content-type",
  "application/json;odata=minimalmetadata;streaming=true;charset=utf-8",
  "x-ms-version",
  "2019-02-02",
];
const transport = async () => ({ status: 200, headers: ++answered < pages ? [...type, ...next()] : type, body });
const { $schema } = subject.entity;
const always = { makesPartitionKey: () => true, makesRowKey: () => true };
const unchecked: EntityClass<EntityTypes> = { $schema: { ...$schema, ...always } };

await using service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
const client = service.entities(how === "unchecked" ? unchecked : subject.entity);
let rows = 0;
for await (const row of client.query(subject.partition)) if (subject.isRead(row)) rows++;
if (rows !== pages * 1000) throw new Error(`${rows} rows were read.`);
