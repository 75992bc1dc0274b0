import { SharedKeyCredential, TableServiceClient } from "@tablewright/runtime";
import { expect, it } from "vitest";
import { azuriteAccount, startAzurite } from "./azurite.js";

it("starts Azurite on a free loopback port and stops it", async () => {
  const azurite = await startAzurite();
  expect(azurite.endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/devstoreaccount1$/);
  const response = await fetch(`${azurite.endpoint}/Tables`, { headers: { accept: "application/json" } });
  expect(response.status).toBe(403);
  await azurite.stop();
  await expect(fetch(`${azurite.endpoint}/Tables`)).rejects.toThrow();
});

it.each([
  ["a wrong key", azuriteAccount.name, "a2V5"],
  ["a wrong account name", "myaccount", azuriteAccount.key],
])("the error of %s names the account of Azurite", async (_, name, key) => {
  const azurite = await startAzurite();
  const endpoint = azurite.endpoint.replace(azuriteAccount.name, name);
  const service = new TableServiceClient(endpoint, new SharedKeyCredential(name, key), { retry: false });
  const help = /Azurite's account is devstoreaccount1\.$/;
  await expect(service.tables.create("Shop")).rejects.toThrow(help);
  await service.close();
  await azurite.stop();
});
