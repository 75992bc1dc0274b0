import { serveTableService, type TableServer, type TableServiceOptions } from "@tablewright/testing";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";

/** Starts the strict service that the commands of a test file connect to over HTTP. It is empty before each test. */
export function commandServer(
  options: TableServiceOptions = {},
): Pick<TableServer, "service" | "connectionString" | "endpoint"> {
  let running: TableServer | undefined;
  const server = () => {
    if (running === undefined) throw new Error("The server runs only during tests.");
    return running;
  };
  beforeAll(async () => {
    running = await serveTableService(options);
  });
  afterAll(() => server().close());
  beforeEach(() => {
    server().service.reset();
    vi.stubEnv("AZURE_STORAGE_CONNECTION_STRING", "");
    vi.stubEnv("TABLES_CONNECTION_STRING", server().connectionString);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  return {
    get service() {
      return server().service;
    },
    get connectionString() {
      return server().connectionString;
    },
    get endpoint() {
      return server().endpoint;
    },
  };
}
