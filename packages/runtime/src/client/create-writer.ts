import type { Connection } from "../rest/connection.js";
import { PlainWriter } from "../write/plain-writer.js";
import type { WriteOptions } from "../write/write-options.js";
import type { Writer } from "../write/writer.js";

const loadReceipts = () => import("../write/receipts/receipt-sender.js");

/**
 * Creates the writer of rows without indexes.
 * @param exactly option of the calls that do not have it themselves; by default that of the client
 */
export function createWriter(connection: Connection, exactly?: WriteOptions["exactly"]): Writer {
  return new PlainWriter(connection, loadReceipts, exactly);
}
