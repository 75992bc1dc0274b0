import { fetchTransport, TableServiceClient, type Transport } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { startAzurite } from "../azurite.js";
import { ownRow } from "./drawn-entity.js";
import { createNetwork, type Network } from "./network.js";

/** Clients of a service: one whose requests meet faults, and one whose requests do not. */
export interface Clients {
  readonly service: TableServiceClient;
  readonly network: Network;
  readonly plain: TableServiceClient;
}

/** Service with two empty tables. */
export interface Lab {
  /** Returns clients for the next scenario. */
  connect(): Clients;
  stop(): Promise<void>;
}

const tableNames = ["Things", "Board"];

/**
 * Starts the strict service. Each scenario has empty tables and clients of its own, because a client whose receipts are deleted knows less.
 * @param broken changes the requests of the client under test, to show that the tests find a mistake
 */
export async function startStrictLab(broken: (service: Transport) => Transport = (service) => service): Promise<Lab> {
  const tables = createTableService({ tables: Object.fromEntries(tableNames.map((name) => [name, []])) });
  const connect = () => {
    tables.reset();
    return createClients(tables.connectionString, tables, broken(tables));
  };
  return { connect, stop: async () => undefined };
}

/**
 * Starts the strict service with clients that read from a secondary, which lags so far behind that it has no row yet. Only reads that do
 * not decide about a write may go to the secondary.
 */
export async function startLaggingLab(): Promise<Lab> {
  const empty = () => Object.fromEntries(tableNames.map((name) => [name, []]));
  const primary = createTableService({ tables: empty() });
  const secondary = createTableService({ authenticate: false, tables: empty() });
  const host = `${primary.endpoint}-secondary`;
  const transport: Transport = (request) =>
    request.url.startsWith(host)
      ? secondary({ ...request, url: request.url.replace(host, secondary.endpoint) })
      : primary(request);
  const connect = () => {
    primary.reset();
    return createClients(primary.connectionString, primary, transport, host);
  };
  return { connect, stop: async () => undefined };
}

/** Starts Azurite. All scenarios share its tables and the clients. */
export async function startAzuriteLab(): Promise<Lab> {
  const server = await startAzurite();
  const transport = fetchTransport();
  const clients = createClients(server.connectionString, transport, transport);
  for (const table of tableNames) await clients.plain.tables.create(table);
  const stop = async () => {
    await clients.service.close();
    await clients.plain.close();
    await server.stop();
  };
  return { connect: () => clients, stop };
}

/** @param secondaryEndpoint the address of the secondary from which the client under test reads */
function createClients(
  connectionString: string,
  transport: Transport,
  tested: Transport,
  secondaryEndpoint?: string,
): Clients {
  const network = createNetwork(tested, ownRow);
  const retry = { maxAttempts: 4, baseDelayMs: 1, maxDelayMs: 2 };
  const options = { transport: network.transport, retry };
  const service = TableServiceClient.fromConnectionString(
    connectionString,
    secondaryEndpoint === undefined ? options : { ...options, readFrom: "secondary", secondaryEndpoint },
  );
  const plain = TableServiceClient.fromConnectionString(connectionString, { transport });
  return { service, network, plain };
}
