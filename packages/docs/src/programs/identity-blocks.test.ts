import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBlocks, isTypeScript } from "../blocks/code-blocks.js";
import { runProgram } from "./run-program.js";

const blocks = codeBlocks().filter((block) => block.page === "guide/authentication.md" && isTypeScript(block));
const withIdentity = blocks.filter(({ code }) => code.includes('"@azure/identity"'));

/** Queries of the requests for a token. */
const queries: URLSearchParams[] = [];

/** Endpoint that gives tokens to the managed identity of an app, as App Service has one. */
const endpoint = createServer((request, response) => {
  queries.push(new URL(request.url ?? "/", "http://localhost").searchParams);
  const expires = Math.floor(Date.now() / 1000) + 3_600;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ access_token: "token-of-the-app", expires_on: String(expires), token_type: "Bearer" }));
});

beforeAll(() => new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve)));
afterAll(() => void endpoint.close());

describe("the blocks of the page Authentication that take a credential of @azure/identity", () => {
  it("are those of an identity of the environment and of a managed identity", () => {
    expect(withIdentity.map(({ code }) => /\w+Credential/.exec(code)?.[0])).toEqual([
      "DefaultAzureCredential",
      "ManagedIdentityCredential",
    ]);
  });

  it.each(withIdentity)("line $line runs as it is", async ({ code }) => {
    expect(await runProgram(`${code}console.log(service.endpoint);`, "")).toBe(
      "https://myaccount.table.core.windows.net\n",
    );
  });

  it("the managed identity gets a token, with the client id of the page's variable", async () => {
    const { port } = endpoint.address() as AddressInfo;
    const code = withIdentity.find((block) => block.code.includes("ManagedIdentityCredential"))?.code ?? "";
    const read = 'console.log((await identity.getToken("https://storage.azure.com/.default")).token);';
    const printed = await runProgram(code + read, "", {
      IDENTITY_ENDPOINT: `http://127.0.0.1:${port}/msi/token`,
      IDENTITY_HEADER: "secret",
      IDENTITY_CLIENT_ID: "11111111-2222-4333-8444-555555555555",
    });
    expect(printed).toBe("token-of-the-app\n");
    expect(queries.at(-1)?.get("client_id")).toBe("11111111-2222-4333-8444-555555555555");
  });
});
