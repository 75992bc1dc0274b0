import { type Policy, TableServiceClient } from "@tablewright/runtime";
import { azuriteAccount } from "../azurite.js";

/** When a client sent an attempt, in milliseconds since 1970. */
export const sentAtHeader = "x-soak-sent-at";

const stamped: Policy = (next) => (request) =>
  next({ ...request, headers: [...request.headers, sentAtHeader, String(Date.now())] });

/** A client of the emulator behind a fault proxy: it gives an attempt up soon, and tries often. */
export function faultClient(endpoint: string): TableServiceClient {
  const { name, key } = azuriteAccount;
  return TableServiceClient.fromConnectionString(
    `DefaultEndpointsProtocol=http;AccountName=${name};AccountKey=${key};TableEndpoint=${endpoint}`,
    { attemptTimeoutMs: 5000, retry: { maxAttempts: 6, baseDelayMs: 5, maxDelayMs: 50 }, policies: [stamped] },
  );
}
