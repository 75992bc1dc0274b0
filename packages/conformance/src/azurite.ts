import { createRequire } from "node:module";

/** Account of the emulator, the same on every machine. Not a secret. */
export const azuriteAccount = {
  name: "devstoreaccount1",
  key: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
} as const;

export interface AzuriteOptions {
  /** Port. 0, the default, picks a free one. */
  readonly port?: number;
  /** Path of the certificate in PEM. With it and `key`, Azurite serves HTTPS. */
  readonly cert?: string;
  /** Path of the certificate's key in PEM. */
  readonly key?: string;
  /** Support for bearer tokens; needs HTTPS. */
  readonly oauth?: "basic";
}

export interface Azurite {
  /** Address, e.g. `http://127.0.0.1:40213/devstoreaccount1`. */
  readonly endpoint: string;
  readonly connectionString: string;
  /** Lets Azurite accept batches again. After a batch that failed with 500 it rejects every later one. */
  unwedgeBatches(): void;
  stop(): Promise<void>;
}

/** Part of Azurite 3.35.0 that this file uses. It has neither type declarations nor a public API to embed it. */
interface TableServer {
  readonly httpServer: {
    prependListener(
      event: "request",
      listener: (request: { url: string; setEncoding(encoding: "utf8"): void }) => void,
    ): void;
  };
  readonly metadataStore: { transactionRollbackTheseEntities: unknown[]; transactionDeleteTheseEntities: unknown[] };
  start(): Promise<void>;
  close(): Promise<void>;
  getHttpServerAddress(): string;
}

const require = createRequire(import.meta.url);

/** Starts the Table service of Azurite in this process, on loopback, with its rows in memory. */
export async function startAzurite(options: AzuriteOptions = {}): Promise<Azurite> {
  const { default: Server } = require("azurite/dist/src/table/TableServer") as {
    default: new (configuration: unknown) => TableServer;
  };
  const { default: Configuration } = require("azurite/dist/src/table/TableConfiguration") as {
    default: new (...parameters: unknown[]) => unknown;
  };
  const keepAliveSeconds = 60;
  const configuration = new Configuration(
    "127.0.0.1",
    options.port ?? 0,
    keepAliveSeconds,
    "never-written.json", // database path
    false, // debug log
    false, // access log
    undefined, // access log stream
    undefined, // debug log file
    false, // loose
    true, // skip the check of x-ms-version
    options.cert ?? "",
    options.key ?? "",
    "", // password of the key
    options.oauth,
    false, // disable product style URLs
    true, // in memory
  );
  const server = new Server(configuration);
  // Azurite joins a body's chunks as text, and so corrupts characters that two chunks share.
  server.httpServer.prependListener("request", (request) => {
    if (!request.url.includes("/$batch")) request.setEncoding("utf8");
  });
  await server.start();
  const endpoint = `${server.getHttpServerAddress()}/${azuriteAccount.name}`;
  const protocol = options.cert === undefined ? "http" : "https";
  return {
    endpoint,
    connectionString: `DefaultEndpointsProtocol=${protocol};AccountName=${azuriteAccount.name};AccountKey=${azuriteAccount.key};TableEndpoint=${endpoint};`,
    unwedgeBatches() {
      server.metadataStore.transactionRollbackTheseEntities = [];
      server.metadataStore.transactionDeleteTheseEntities = [];
    },
    stop: () => server.close(),
  };
}
