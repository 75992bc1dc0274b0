import { SasCredential, SharedKeyCredential, TableServiceClient } from "@tablewright/runtime";
import { generateTableSas, getServiceProperties } from "@tablewright/runtime/admin";
import { Order } from "../tables.gen/index.js";
import type { ErrorExamples } from "./error-example.js";
import { answering, key, type Lab, order } from "./lab.js";

/** Errors of the client's options and credentials, of connections, and of the service. */
export const serviceErrors: ErrorExamples<"auth" | "config" | "request" | "response" | "service" | "administration"> = {
  "auth.failed": {
    help: "Check the account name and key, or the expiry of the SAS or token, and the machine's clock.",
    raise: (lab) => clientWith(lab, new SharedKeyCredential("devstoreaccount1", "d3Jvbmc=")).entities(Order).get(key),
  },
  "auth.forbidden": {
    help: "Grant the identity a role such as Storage Table Data Contributor, or make the SAS with this permission.",
    raise: (lab) =>
      clientWith(lab, new SasCredential(readSas(lab)))
        .entities(Order)
        .insert(order),
  },
  "auth.insecure": {
    help: "Use an `https://` endpoint. Loopback addresses are exempt.",
    raise: () => {
      const token = async () => ({ token: "t", expiresOnTimestamp: Date.now() + 3_600_000 });
      const endpoint = "http://myaccount.table.core.windows.net";
      return new TableServiceClient(endpoint, { getToken: token }).entities(Order).get(key);
    },
  },
  "auth.invalid-key": {
    help: "Copy the key again: it is base64, usually 88 characters that end with `==`.",
    raise: () => new SharedKeyCredential("myaccount", "not a key"),
  },
  "auth.invalid-token": {
    help: "Pass the query string of a shared access signature, with `sig=`, and without the URL before it.",
    raise: () => new SasCredential("nothing of the kind"),
  },
  "auth.no-token": {
    help: "Sign in, for example with `az login`, or correct the function that returns the SAS.",
    raise: () =>
      new TableServiceClient(
        "https://myaccount.table.core.windows.net",
        { getToken: async () => null },
        { retry: false },
      )
        .entities(Order)
        .get(key),
  },
  "config.invalid-connection-string": {
    help: "Copy it from the portal, or use `UseDevelopmentStorage=true` for an emulator.",
    raise: () => TableServiceClient.fromConnectionString("AccountName=myaccount"),
  },
  "config.invalid-endpoint": {
    help: "Use the format `https://myaccount.table.core.windows.net`.",
    raise: () => new TableServiceClient("myaccount.table.core.windows.net"),
  },
  "config.invalid-option": {
    help: "Correct the name or the value; the message suggests the nearest name.",
    raise: ({ client }) => client({ timeout: 5_000 } as never),
  },
  "config.invalid-proxy": {
    help: "Correct the variable, exempt the host with `NO_PROXY`, or set the client's option `proxy`.",
    async raise() {
      const { https_proxy: lower, HTTPS_PROXY: upper, ...others } = process.env;
      process.env = { ...others, HTTPS_PROXY: "http://user:100%@proxy:8080" };
      try {
        const service = new TableServiceClient("https://myaccount.table.core.windows.net?sig=x");
        return await service.entities(Order).get(key);
      } finally {
        process.env = { ...others, ...(lower && { https_proxy: lower }), ...(upper && { HTTPS_PROXY: upper }) };
      }
    },
  },
  "request.aborted": {
    help: 'Expected if you abort. A write may have been applied if `outcome` is `"unknown"`.',
    raise: ({ orders }) => orders.get(key, { signal: AbortSignal.abort() }),
  },
  "request.closed": {
    help: "Create one client for the life of the application, and close it last.",
    async raise() {
      const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true");
      await service.close();
      await service.entities(Order).get(key);
    },
  },
  "request.failed": {
    help: "Check the endpoint, the network, a proxy and certificates; `cause` has the system's error.",
    raise({ tables, orders }) {
      tables.faults.add({ fault: { kind: "reset" } });
      return orders.get(key);
    },
  },
  "request.timeout": {
    help: 'Raise `timeoutMs`, or `attemptTimeoutMs` for slow attempts. A write may have been applied if `outcome` is `"unknown"`.',
    raise({ tables, orders }) {
      tables.faults.add({ fault: { kind: "hang" } });
      return orders.get(key, { timeoutMs: 50 });
    },
  },
  "request.too-large": {
    help: "Send less in one request: smaller entities, or fewer in a transaction.",
    raise: ({ client }) => answered(client, 413, odataError("RequestBodyTooLarge", "The request body is too large.")),
  },
  "response.malformed": {
    help: "Something between the client and the service changed the response, often a proxy, and further attempts had the same result. The message shows what was received.",
    raise: ({ client }) => answered(client, 200, "<html>Please sign in</html>"),
  },
  "service.busy": {
    help: "Spread the load over partitions, lower `concurrency`, or try again later. Retries already waited.",
    raise({ tables, orders }) {
      tables.faults.add({ fault: { kind: "throttle" } });
      return orders.get(key);
    },
  },
  "service.error": {
    help: "Try again later, and report it to Azure with `requestId` if it persists.",
    raise: ({ client }) =>
      answered(client, 500, odataError("InternalError", "The server encountered an internal error.")),
  },
  "service.not-supported": {
    help: "Leave the call out for this kind of account.",
    raise: ({ client }) => getServiceProperties(client({ kind: "cosmos" })),
  },
  "service.rejected": {
    help: "`serviceCode` and the message say what the service rejected. If the client should have rejected it before, report a bug.",
    raise: ({ orders }) => orders.query(key).where({ $odata: "total gt gt" }).toArray(),
  },
  "service.timeout": {
    help: "Request less: a partition instead of a scan, or a smaller range. A write may have been applied.",
    raise({ tables, orders }) {
      tables.faults.add({ fault: { kind: "timeout" } });
      return orders.get(key);
    },
  },
  "administration.invalid": {
    help: "Correct the option that the message names.",
    raise: () => generateTableSas(new SharedKeyCredential("myaccount", "a2V5"), { table: "Shop" }),
  },
};

function clientWith({ tables }: Lab, credential: SharedKeyCredential | SasCredential): TableServiceClient {
  const endpoint = `http://127.0.0.1:10002/devstoreaccount1`;
  return new TableServiceClient(endpoint, credential, { transport: tables, retry: false });
}

function readSas({ tables }: Lab): string {
  const accountKey = /AccountKey=([^;]+)/.exec(tables.connectionString)?.[1] ?? "";
  const expiresOn = new Date(Date.now() + 3_600_000);
  const credential = new SharedKeyCredential("devstoreaccount1", accountKey);
  return generateTableSas(credential, { table: "Shop", permissions: { query: true }, expiresOn });
}

function answered(client: Lab["client"], status: number, body: string): Promise<unknown> {
  const headers = ["content-type", body.startsWith("{") ? "application/json;odata=minimalmetadata" : "text/html"];
  return client({ transport: answering(status, headers, body) })
    .entities(Order)
    .get(key);
}

function odataError(code: string, value: string): string {
  return JSON.stringify({ "odata.error": { code, message: { lang: "en-US", value } } });
}
