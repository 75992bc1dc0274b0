import { expect, it } from "vitest";
import { portOfAccount } from "./port-of-account.js";

it("gives an account the same port each time, whatever its signature", () => {
  const port = portOfAccount("https://shop.table.core.windows.net/?sv=2026&sig=secret");
  expect(port).toBe(portOfAccount("https://SHOP.table.core.windows.net"));
  expect(portOfAccount("http://127.0.0.1:10002/devstoreaccount1/")).toBe(
    portOfAccount("http://127.0.0.1:10002/devstoreaccount1"),
  );
});

it("gives accounts ports that differ for most of them, in the range that systems leave alone", () => {
  const ports = Array.from({ length: 200 }, (_, each) => portOfAccount(`https://shop${each}.table.core.windows.net`));
  expect(ports.every((port) => port >= 20_000 && port < 30_000)).toBe(true);
  expect(new Set(ports).size).toBeGreaterThan(190);
});
