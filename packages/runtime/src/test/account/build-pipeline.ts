import type { RetryEvent } from "../../http/client-events.js";
import type { HttpRequest, RequestContext } from "../../http/http-message.js";
import { createPipeline, type PipelineOptions } from "../../http/pipeline.js";
import { countingCredential, type StubResponse, stubTransport } from "./stub-transport.js";

export const url = "https://a.table.core.windows.net";
export const secondaryUrl = "https://a-secondary.table.core.windows.net";
export const read: RequestContext = { operation: "getEntity", table: "Shop", readOnly: true };
export const write: RequestContext = { operation: "insertEntity", table: "Shop", readOnly: false };

/** Builds a pipeline over these responses that retries without a delay. */
export function buildPipeline(options: PipelineOptions, ...responses: readonly StubResponse[]) {
  const transport = stubTransport(...responses);
  const credential = countingCredential();
  const retries: RetryEvent[] = [];
  const pipeline = createPipeline(
    transport,
    { credential, url, secondaryUrl, kind: "storage" },
    { retry: { baseDelayMs: 0 }, events: { onRetry: (event) => retries.push(event) }, ...options },
  );
  const send = (context: RequestContext, more: Partial<HttpRequest> = {}) =>
    pipeline({ method: "GET", url: `${url}/Shop`, headers: ["Accept", "x"], context, ...more });
  return { pipeline, transport, credential, retries, send };
}
