import { fetchTransport, TableServiceClient, type Transport } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { startAzurite } from "../azurite.js";
import { ownRow } from "./drawn-entity.js";
import { createNetwork, type Network } from "./network.js";

/** Clients of a service: one whose requests meet faults, and one whose requests do not. */
export interface Lab {
  readonly service: TableServiceClient;
  readonly network: Network;
  readonly plain: TableServiceClient;
  /** Removes the rows of earlier scenarios, if the service can do so quickly. */
  clear(): void;
  stop(): Promise<void>;
}

const tableNames = ["Things", "Board"];

/**
 * Starts the strict service.
 * @param broken changes the requests of the client under test, to show that a mistake is found
 */
export async function startStrictLab(broken: (service: Transport) => Transport = (service) => service): Promise<Lab> {
  const tables = createTableService();
  const lab = await connect(tables.connectionString, tables, broken(tables));
  const empty = tables.snapshot();
  return { ...lab, clear: () => tables.reset(empty) };
}

export async function startAzuriteLab(): Promise<Lab> {
  const server = await startAzurite();
  const transport = fetchTransport();
  const lab = await connect(server.connectionString, transport, transport);
  const stop = async () => {
    await lab.stop();
    await server.stop();
  };
  return { ...lab, clear: () => undefined, stop };
}

async function connect(connectionString: string, transport: Transport, tested: Transport): Promise<Omit<Lab, "clear">> {
  const network = createNetwork(tested, ownRow);
  const retry = { maxAttempts: 4, baseDelayMs: 1, maxDelayMs: 2 };
  const service = TableServiceClient.fromConnectionString(connectionString, { transport: network.transport, retry });
  const plain = TableServiceClient.fromConnectionString(connectionString, { transport });
  for (const table of tableNames) await plain.tables.createIfNotExists(table);
  const stop = async () => {
    await service.close();
    await plain.close();
  };
  return { service, network, plain, stop };
}
