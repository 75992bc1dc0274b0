import type { Transport } from "../http/http-message.js";
import type { Connection } from "../rest/connection.js";
import { OperationCall } from "../rest/operation-call.js";

/** Header of a read that a write depends on: no cache on the way may answer it with an older version of the row. */
const pastCaches = ["Cache-Control", "no-cache"] as const;

/**
 * Creates a connection that sends requests through a transport. Operations only build requests and parse responses; `send` alone transmits
 * them.
 */
export function createConnection(transport: Transport, facts: Omit<Connection, "send">): Connection {
  const { endpoint } = facts;
  const connection: Connection = {
    ...facts,
    async send(operation, input, options) {
      if (operation.prepare !== undefined) await operation.prepare();
      const { method, path, query, headers, body } = operation.request(input, connection.kind);
      const context = new OperationCall(operation, input, options?.timeoutMs, connection);
      const response = await transport({
        method,
        url: endpoint + path + query,
        headers: operation.primaryOnly ? [...headers, ...pastCaches] : headers,
        body,
        signal: options?.signal,
        context,
        onHead: options?.onHead,
      });
      return context.resultOf(response);
    },
  };
  return connection;
}
