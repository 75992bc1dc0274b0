import type { Transport } from "../http/http-message.js";
import type { Connection } from "./connection.js";
import { OperationCall } from "./operation-call.js";

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
      const { method, path, query, headers, body } = operation.request(input);
      const context = new OperationCall(operation, input, options?.timeoutMs, connection);
      const response = await transport({
        method,
        url: endpoint + path + query,
        headers,
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
