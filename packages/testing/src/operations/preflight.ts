import { ServiceError } from "../errors/service-error.js";
import type { CorsRule } from "../xml/cors-rules.js";
import type { Call, Operation } from "./call.js";

/** https://learn.microsoft.com/rest/api/storageservices/preflight-table-request */
export const preflight: Operation = {
  name: "preflight",
  writes: false,
  run(call) {
    const origin = call.headers.get("origin");
    const method = call.headers.get("access-control-request-method");
    if (origin === undefined || method === undefined) throw new ServiceError("MissingRequiredHeader");
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

/** Header fields that a matching CORS rule adds to the answer of an actual request. */
export function corsHeaders(call: Pick<Call, "headers" | "environment">, method: string): string[] {
  const origin = call.headers.get("origin");
  const rule = origin === undefined ? undefined : matchingRule(call, origin, method);
  if (origin === undefined || rule === undefined) return [];
  const exposed =
    rule.exposedHeaders.length === 0 ? [] : ["Access-Control-Expose-Headers", rule.exposedHeaders.join(",")];
  return ["Access-Control-Allow-Origin", allowedOrigin(rule, origin), ...exposed];
}

function matchingRule(
  { environment }: Pick<Call, "environment">,
  origin: string,
  method: string,
): CorsRule | undefined {
  return environment.store.properties.cors.find(
    (rule) => (rule.origins.includes("*") || rule.origins.includes(origin)) && rule.methods.includes(method),
  );
}

function allowsHeader(allowed: readonly string[], name: string): boolean {
  const asked = name.toLowerCase();
  return allowed.some((entry) => {
    const pattern = entry.toLowerCase();
    return pattern.endsWith("*") ? asked.startsWith(pattern.slice(0, -1)) : asked === pattern;
  });
}

function allowedOrigin(rule: CorsRule, origin: string): string {
  return rule.origins.includes("*") ? "*" : origin;
}
