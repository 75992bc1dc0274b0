import { AsyncLocalStorage } from "node:async_hooks";
import { type Policy, TableServiceClient, type TableServiceClientOptions } from "@tablewright/runtime";
import { azuriteAccount } from "../azurite.js";

/** Header with the time at which a client sent an attempt, in milliseconds since 1970. */
export const sentAtHeader = "x-soak-sent-at";

/** Header with the call that an attempt belongs to. */
export const callHeader = "x-soak-call";

const currentCall = new AsyncLocalStorage<string>();

/** Runs a call, and gives its requests this name. */
export function inCall<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
  return currentCall.run(name, call);
}

const stamped: Policy = (next) => (request) => {
  const call = currentCall.getStore();
  const stamps = [sentAtHeader, String(Date.now()), ...(call === undefined ? [] : [callHeader, call])];
  return next({ ...request, headers: [...request.headers, ...stamps] });
};

/** Creates a client of the emulator behind a fault proxy, with short time limits and many attempts. */
export function faultClient(endpoint: string, options: TableServiceClientOptions = {}): TableServiceClient {
  const { name, key } = azuriteAccount;
  return TableServiceClient.fromConnectionString(
    `DefaultEndpointsProtocol=http;AccountName=${name};AccountKey=${key};TableEndpoint=${endpoint}`,
    {
      attemptTimeoutMs: 5000,
      retry: { maxAttempts: 6, baseDelayMs: 5, maxDelayMs: 50 },
      policies: [stamped],
      ...options,
    },
  );
}
