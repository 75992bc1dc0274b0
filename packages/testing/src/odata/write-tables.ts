import { jsonString } from "../edm/edm-value.js";
import { tablePath } from "./resource-path.js";
import type { EntityWriting } from "./write-entity.js";

type TableWriting = Pick<EntityWriting, "level" | "account" | "endpoint">;

/** Writes the body of the response to the creation or a read of one table. */
export function writeTable(name: string, writing: TableWriting): string {
  const metadata =
    writing.level === "nometadata"
      ? ""
      : `"odata.metadata":${jsonString(`${writing.endpoint}/$metadata#Tables/@Element`)},`;
  return `{${metadata}${members(name, writing)}}`;
}

export function writeTables(names: readonly string[], writing: TableWriting): string {
  const metadata =
    writing.level === "nometadata" ? "" : `"odata.metadata":${jsonString(`${writing.endpoint}/$metadata#Tables`)},`;
  return `{${metadata}"value":[${names.map((name) => `{${members(name, writing)}}`).join(",")}]}`;
}

function members(name: string, { level, account, endpoint }: TableWriting): string {
  const value = `"TableName":${jsonString(name)}`;
  if (level !== "fullmetadata") return value;
  const path = tablePath(name);
  return [
    `"odata.type":${jsonString(`${account}.Tables`)}`,
    `"odata.id":${jsonString(`${endpoint}/${path}`)}`,
    `"odata.editLink":${jsonString(path)}`,
    value,
  ].join(",");
}
