import type { RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import type { HttpRequest, Transport } from "../../http/http-message.js";
import { type LoopbackServer, startServer } from "./loopback.js";

/** Starts an HTTP server on loopback that stops after the current test. */
export async function serve(listener: RequestListener): Promise<LoopbackServer> {
  return stopAfterTest(await startServer(listener));
}

/** Stops a server after the current test. */
export function stopAfterTest<Server extends LoopbackServer>(server: Server): Server {
  onTestFinished(() => server.stop());
  return server;
}

/** Closes a transport after the current test, before the servers that were started earlier. */
export function closeAfterTest(transport: Transport): Transport {
  onTestFinished(async () => transport.close?.());
  return transport;
}

export function get(url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  return { method: "GET", url, headers: [], ...more };
}
