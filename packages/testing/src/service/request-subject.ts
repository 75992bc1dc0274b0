import { parseBatch } from "../batch/parse-batch.js";
import type { FaultRequest } from "../faults/fault-request.js";
import { type HttpRequest, headerFields, textOf } from "../http/http-message.js";
import { parseTarget, type Target } from "../odata/resource-path.js";
import type { Operation } from "../operations/call.js";
import type { EntityKeys } from "../rules/check-names.js";
import { limits } from "../rules/limits.js";

/** The operation that a request asks for, and the resource that it addresses. */
export interface Routed {
  readonly operation: Operation | Pick<Operation, "name" | "writes">;
  readonly target: Target;
  readonly method: string;
  readonly table: string | undefined;
}

/** Returns a request as fault rules see it. Its body and keys are read only if a rule needs them. */
export function describeRequest(request: HttpRequest, routed: Routed, connection: number | undefined): FaultRequest {
  const { operation, table, target } = routed;
  return {
    operation: operation.name,
    table,
    method: request.method,
    url: request.url,
    connection,
    get body() {
      return textOf(request);
    },
    get keys() {
      return keysOf(target, request);
    },
  };
}

function keysOf(target: Target, request: HttpRequest): readonly EntityKeys[] {
  if (target.kind === "entity") return [target.keys];
  if (target.kind === "batch") return keysOfBatch(request);
  return target.kind === "entities" && request.method === "POST" ? keysOfBody(textOf(request)) : [];
}

function keysOfBatch(request: HttpRequest): readonly EntityKeys[] {
  try {
    const { parts } = parseBatch(headerFields(request.headers).get("content-type") ?? "", textOf(request));
    return parts.flatMap(({ method, url, body }) => {
      const path = url.replace(/^https?:\/\/[^/]*/, "").replace(/\?.*$/s, "");
      const target = parseTarget(path.slice(path.lastIndexOf("/")), limits.cosmos);
      if (target.kind === "entity") return [target.keys];
      return method === "POST" ? keysOfBody(body) : [];
    });
  } catch {
    return [];
  }
}

function keysOfBody(body: string): readonly EntityKeys[] {
  try {
    const { PartitionKey, RowKey } = JSON.parse(body) as { PartitionKey?: unknown; RowKey?: unknown };
    if (typeof PartitionKey !== "string" || typeof RowKey !== "string") return [];
    return [{ partitionKey: PartitionKey, rowKey: RowKey }];
  } catch {
    return [];
  }
}
