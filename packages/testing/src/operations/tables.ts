import { authorizeAccount } from "../auth/grant.js";
import { ServiceError } from "../errors/service-error.js";
import { readJson } from "../odata/read-json.js";
import { tablePath } from "../odata/resource-path.js";
import { writeTable } from "../odata/write-tables.js";
import { checkTableName } from "../rules/check-names.js";
import { createdReply, type Operation, readPreference, requiredLevel, requireJsonBody, tableOf } from "./call.js";

/**
 * Create Table: creates a table. Rejects an invalid name or one that exists.
 * https://learn.microsoft.com/rest/api/storageservices/create-table
 */
export const createTable: Operation = {
  name: "createTable",
  writes: true,
  run(call) {
    const { store, clock, kind, account, dialect } = call.environment;
    authorizeAccount(call.grant, "c", "cw");
    if (readPreference(call) !== "return-no-content") requiredLevel(call);
    requireJsonBody(call);
    const name = readJson(call.body).find((member) => member.name === "TableName");
    if (name?.kind !== "string") throw new ServiceError("PropertiesNeedValue");
    checkTableName(name.text, kind);
    const { created } = store.create(name.text, clock);
    const etag = `W/"datetime'${encodeURIComponent(dialect.formatTime(created))}'"`;
    const headers = dialect.tableETags ? ["ETag", etag] : [];
    return createdReply(call, `${call.endpoint}/${tablePath(name.text)}`, headers, (level) =>
      writeTable(name.text, { level, account, endpoint: call.endpoint }),
    );
  },
};

/**
 * Reads one table by its name.
 * https://learn.microsoft.com/rest/api/storageservices/query-tables
 */
export const getTable: Operation = {
  name: "getTable",
  writes: false,
  run(call) {
    const { store, account } = call.environment;
    authorizeAccount(call.grant, "c", "l");
    const level = requiredLevel(call);
    const table = store.find(tableOf(call));
    if (table === undefined) throw new ServiceError("ResourceNotFound");
    return {
      status: 200,
      contentType: call.environment.dialect.contentType(level),
      body: writeTable(table.name, { level, account, endpoint: call.endpoint }),
    };
  },
};

/**
 * Delete Table: deletes a table with its entities.
 * https://learn.microsoft.com/rest/api/storageservices/delete-table
 */
export const deleteTable: Operation = {
  name: "deleteTable",
  writes: true,
  run(call) {
    const { store, clock, tableDeletionMs } = call.environment;
    authorizeAccount(call.grant, "c", "d");
    store.drop(tableOf(call), clock.now() + tableDeletionMs);
    return { status: 204 };
  },
};
