import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, beforeAll } from "vitest";
import { builtBin } from "./build-cli.js";

/** Published command, with a service for it to connect to. */
export interface BuiltCli {
  /** File of the command, for plain Node. */
  readonly bin: string;
  readonly server: TableServer;
}

/** Starts the service for the tests of a file, which run the built command. */
export function builtCli(): BuiltCli {
  let server: TableServer | undefined;
  beforeAll(async () => {
    server = await serveTableService();
  });
  afterAll(async () => {
    await server?.close();
  });
  return {
    get bin() {
      return builtBin();
    },
    get server() {
      if (server === undefined) throw new Error("The service runs only during tests.");
      return server;
    },
  };
}
