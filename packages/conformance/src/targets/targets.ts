import { fetchTransport, TableServiceClient, type TableServiceClientOptions } from "@tablewright/runtime";
import { createTableService, serveTableService, type TableServiceOptions } from "@tablewright/testing";
import { startAzurite } from "../azurite.js";
import type { Target } from "./target.js";

/** Emulator of Microsoft, in this process. */
export const azurite: Target = {
  name: "Azurite",
  kind: "storage",
  async start(options) {
    const server = await startAzurite();
    const service = TableServiceClient.fromConnectionString(server.connectionString, options);
    return { service, stop: () => endBoth(service, server.stop) };
  },
};

/** Strict service as the client's transport, without sockets. */
export const strict: Target = strictTransport("the strict service", {});

/** Strict service with the rules and formats of Cosmos DB for Table. */
export const strictCosmos: Target = strictTransport("the strict service as Cosmos", { kind: "cosmos" });

/** Strict service behind a socket. */
export const strictServer: Target = servedTarget("the strict service over HTTP", () => ({}));

/** Strict service behind a socket, reached by `fetch`. */
const strictServerByFetch: Target = servedTarget("the strict service by fetch", () => ({
  transport: fetchTransport(),
}));

/** Targets that behave as Storage does. */
export const storageTargets: readonly Target[] = [azurite, strict, strictServer, strictServerByFetch];

export const targets: readonly Target[] = [...storageTargets, strictCosmos];

/** Targets for repeated tests that take long on each target: the strict service, or Azurite in `pnpm test:long`. */
export const repeatedTargets: readonly Target[] = process.env["TABLEWRIGHT_LONG"] === undefined ? [strict] : [azurite];

function strictTransport(name: string, serviceOptions: TableServiceOptions): Target {
  const kind = serviceOptions.kind ?? "storage";
  return {
    name,
    kind,
    async start(options) {
      const tables = createTableService(serviceOptions);
      const service = TableServiceClient.fromConnectionString(tables.connectionString, {
        kind,
        ...options,
        transport: tables,
      });
      return { service, stop: () => service.close() };
    },
  };
}

function servedTarget(name: string, connectBy: () => Pick<TableServiceClientOptions, "transport">): Target {
  return {
    name,
    kind: "storage",
    async start(options) {
      const server = await serveTableService();
      const service = TableServiceClient.fromConnectionString(server.connectionString, { ...options, ...connectBy() });
      return { service, stop: () => endBoth(service, () => server.close()) };
    },
  };
}

async function endBoth(service: TableServiceClient, stop: () => Promise<void>): Promise<void> {
  await service.close();
  await stop();
}
