import { ServiceError } from "../errors/service-error.js";
import type { CorsRule } from "../xml/cors-rules.js";
import type { Call, Operation } from "./call.js";

/**
 * Preflight Table Request: tells a browser whether a CORS rule allows its request.
 * https://learn.microsoft.com/rest/api/storageservices/preflight-table-request
 */
export const preflight: Operation = {
  name: "preflight",
  writes: false,
  run(call) {
    const origin = call.headers.get("origin");
    const method = call.headers.get("access-control-request-method");
    if (origin === undefined || method === undefined) {
      throw new ServiceError("InvalidHeaderValue", "A required CORS header is not present.");
    }
    const asked = (call.headers.get("access-control-request-headers") ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    const rule = matchingRule(call, origin, method);
    if (rule === undefined || !asked.every((name) => allowsHeader(rule.allowedHeaders, name))) {
      throw new ServiceError("CorsPreflightFailure");
    }
    const headers = [
      "Access-Control-Allow-Origin",
      allowedOrigin(rule, origin),
      "Access-Control-Allow-Methods",
      method,
      "Access-Control-Max-Age",
      String(rule.maxAgeSeconds),
      "Access-Control-Allow-Credentials",
      "true",
    ];
    if (asked.length > 0) headers.push("Access-Control-Allow-Headers", asked.join(","));
    return { status: 200, headers };
  },
};

/**
 * Returns the header fields that CORS rules add to the response to a request other than a preflight. The response to a read has
 * `Vary: Origin`, unless a rule for all origins matches. Such a rule also applies to a read without an origin, because a cache may use its
 * response again.
 * https://learn.microsoft.com/rest/api/storageservices/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services
 */
export function corsHeaders(call: Pick<Call, "headers" | "environment">, method: string): string[] {
  const origin = call.headers.get("origin");
  const isRead = method === "GET" || method === "HEAD";
  if (call.environment.store.properties.cors.length === 0 || (origin === undefined && !isRead)) return [];
  const rule = matchingRule(call, origin, method);
  const vary = isRead && !rule?.origins.includes("*") ? ["Vary", "Origin"] : [];
  if (rule === undefined) return vary;
  const exposed =
    rule.exposedHeaders.length === 0 ? [] : ["Access-Control-Expose-Headers", rule.exposedHeaders.join(",")];
  return ["Access-Control-Allow-Origin", allowedOrigin(rule, origin), ...exposed, ...vary];
}

function matchingRule(
  { environment }: Pick<Call, "environment">,
  origin: string | undefined,
  method: string,
): CorsRule | undefined {
  return environment.store.properties.cors.find(
    ({ origins, methods }) =>
      (origins.includes("*") || (origin !== undefined && origins.includes(origin))) && methods.includes(method),
  );
}

function allowsHeader(allowed: readonly string[], name: string): boolean {
  const asked = name.toLowerCase();
  return allowed.some((entry) => {
    const pattern = entry.toLowerCase();
    return pattern.endsWith("*") ? asked.startsWith(pattern.slice(0, -1)) : asked === pattern;
  });
}

function allowedOrigin(rule: CorsRule, origin: string | undefined): string {
  return origin === undefined || rule.origins.includes("*") ? "*" : origin;
}
