import { type TableError, TableServiceClient } from "@tablewright/runtime";
import { afterEach, describe, expect, it, vi } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { clientProblem } from "./client-problem.js";
import { type ConnectionFlags, connectionVariable, withService } from "./connect.js";
import { loadEntraCredential } from "./entra-credential.js";

const key = Buffer.from("a key that is long enough for an account").toString("base64");
const account = (name: string) =>
  `DefaultEndpointsProtocol=https;AccountName=${name};AccountKey=${key};EndpointSuffix=core.windows.net`;
const urlOf = (flags: ConnectionFlags) => withService(flags, "/", async (service) => service.connection.endpoint);

afterEach(() => void vi.unstubAllEnvs());

function setVariables(tables: string, storage: string): void {
  vi.stubEnv("TABLES_CONNECTION_STRING", tables);
  vi.stubEnv("AZURE_STORAGE_CONNECTION_STRING", storage);
}

describe("the account of a command", () => {
  it("is that of its options, or of the first variable that is set", async () => {
    setVariables(account("tables"), account("storage"));
    expect(connectionVariable()).toBe("TABLES_CONNECTION_STRING");
    expect(await urlOf({})).toContain("//tables.");
    expect(await urlOf({ connectionString: account("given") })).toContain("//given.");
    const endpoint = "https://named.table.core.windows.net";
    expect(await urlOf({ endpoint, sas: "sv=2020-12-06&sig=x", connectionString: account("given") })).toContain(
      "//named.",
    );
    setVariables("", account("storage"));
    expect(connectionVariable()).toBe("AZURE_STORAGE_CONNECTION_STRING");
    expect(await urlOf({})).toContain("//storage.");
    setVariables("", "");
    expect(connectionVariable()).toBeUndefined();
  });

  it.each<readonly [ConnectionFlags, string, string, string]>([
    [
      {},
      "connection.missing",
      "There is no connection string.",
      "Set TABLES_CONNECTION_STRING, or pass --connection-string, or --endpoint with --sas or --entra.",
    ],
    [
      { sas: "sig=x" },
      "cli.usage",
      "--sas needs an endpoint.",
      "Pass --endpoint too, such as https://myaccount.table.core.windows.net.",
    ],
    [
      { entra: true, sas: "sig=x" },
      "cli.usage",
      "--entra needs an endpoint.",
      "Pass --endpoint too, such as https://myaccount.table.core.windows.net.",
    ],
    [
      { connectionString: " HTTPS://x" },
      "connection.invalid",
      "The connection string is a URL.",
      "Pass a URL with --endpoint: one with a shared access signature alone, others with --sas or --entra.",
    ],
  ])("is refused: %j", async (flags, code, message, help) => {
    setVariables("", "");
    await expect(urlOf(flags)).rejects.toThrow(expect.objectContaining({ code, message, help }));
  });

  it("is refused where the client refuses it", async () => {
    await expect(urlOf({ connectionString: "x" })).rejects.toThrow(
      expect.objectContaining({ name: "InputError", code: "connection.invalid" }),
    );
    await expect(urlOf({ connectionString: "AccountName=x; see https://x" })).rejects.toThrow(
      expect.not.objectContaining({ message: "The connection string is a URL." }),
    );
  });
});

it("a client is closed after its work, and errors of the work are passed on", async () => {
  const close = vi.spyOn(TableServiceClient.prototype, Symbol.asyncDispose);
  const work = withService({ connectionString: account("account") }, "/", async () => {
    expect(close).not.toHaveBeenCalled();
    throw new TypeError("boom");
  });
  await expect(work).rejects.toThrow(TypeError);
  expect(close).toHaveBeenCalledTimes(1);
  close.mockRestore();
});

describe("a problem of the client", () => {
  const problemOf = (code: string) => clientProblem({ code, message: "no" } as TableError);

  it.each([
    ["config.invalid-endpoint", "connection.invalid"],
    ["auth.invalid-key", "connection.invalid"],
    ["auth.invalid-token", "connection.invalid"],
    ["auth.invalid-sas", "connection.invalid"],
    ["table.invalid-name", "cli.usage"],
    ["table.reserved-name", "cli.usage"],
  ])("%s is wrong input", (code, shown) => {
    expect(problemOf(code)).toMatchObject({ name: "InputError", code: shown, message: "no" });
  });

  it.each([
    ["table.invalid-name", "A name has 3 to 63 letters and digits, and begins with a letter."],
    ["auth.invalid-key", "Correct that, or copy all of it again from the portal."],
    ["auth.forbidden", "Check the key, the shared access signature, or the role of the identity."],
    ["request.timeout", "Check the endpoint and the network, then run the command again."],
    ["table.being-deleted", "Deleting a table takes the service 40 seconds or more. Run the command again later."],
    [
      "table.not-found",
      "List the tables with `npx tablewright tables list`, or create it with `npx tablewright tables create`.",
    ],
    ["table.exists", "Correct what the message names, then run the command again."],
    ["x.config.invalid", "Correct what the message names, then run the command again."],
  ])("%s has the advice: %s", (code, help) => {
    expect(problemOf(code).help).toBe(help);
  });

  it("is a failure of the service for all others", () => {
    expect(problemOf("table.not-found")).toMatchObject({
      name: "ServiceFailure",
      code: "table.not-found",
      message: "no",
    });
  });
});

describe("--entra", () => {
  const identity = (text: string) => ({
    "node_modules/@azure/identity/package.json": '{ "name": "@azure/identity", "main": "index.js" }',
    "node_modules/@azure/identity/index.js": text,
  });

  it.each([
    ["exports.DefaultAzureCredential = class { own = 5 };"],
    ["module.exports = Object.assign(Object.create({}), { ['Default' + 'AzureCredential']: class { own = 5 } });"],
  ])("takes the credential of the project's @azure/identity: %s", async (text) => {
    const { root } = temporaryProject(identity(text));
    expect(await loadEntraCredential(root)).toMatchObject({ own: 5 });
  });
});
