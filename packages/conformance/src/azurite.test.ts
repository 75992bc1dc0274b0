import { expect, it } from "vitest";
import { startAzurite } from "./azurite.js";

it("starts Azurite on a free loopback port and stops it", async () => {
  const azurite = await startAzurite();
  expect(azurite.endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/devstoreaccount1$/);
  const response = await fetch(`${azurite.endpoint}/Tables`, { headers: { accept: "application/json" } });
  expect(response.status).toBe(403);
  await azurite.stop();
  await expect(fetch(`${azurite.endpoint}/Tables`)).rejects.toThrow();
});
