import { SharedKeyCredential, TableServiceClient } from "@tablewright/runtime";
import {
  type AccessPolicy,
  getAccessPolicies,
  getServiceProperties,
  getServiceStats,
  type ServiceProperties,
  setAccessPolicies,
  setServiceProperties,
} from "@tablewright/runtime/admin";
import { beforeAll, describe, expect, it } from "vitest";
import { azuriteAccount } from "../azurite.js";
import { describeTargets } from "../targets/describe-targets.js";
import { storageTargets } from "../targets/targets.js";

describeTargets("administration", storageTargets, ({ running, it }) => {
  let service: TableServiceClient;
  beforeAll(async () => {
    service = running().service;
    await service.tables.create("shop");
  });

  describe("service properties", () => {
    const properties: ServiceProperties = {
      logging: { read: true, write: false, delete: true, retentionDays: 7 },
      hourMetrics: { enabled: true, includeApis: true, retentionDays: 365 },
      minuteMetrics: { enabled: false, includeApis: undefined, retentionDays: undefined },
      cors: [
        {
          allowedOrigins: ["https://shop.example", "https://other.example"],
          allowedMethods: ["GET", "PUT"],
          allowedHeaders: ["accept", "x-ms-meta-*"],
          exposedHeaders: ["*"],
          maxAgeSeconds: 500,
        },
      ],
    };

    it("that were set are read back, and stay where they are not given", async () => {
      await setServiceProperties(service, properties);
      expect(await getServiceProperties(service)).toEqual(properties);
      await setServiceProperties(service, { cors: [] });
      expect(await getServiceProperties(service)).toEqual({ ...properties, cors: [] });
    });

    it("are refused before anything is sent where the service would refuse them", async () => {
      const before = service.metrics().attempts;
      const wrong = { cors: Array(6).fill(properties.cors?.[0]) };
      await expect(setServiceProperties(service, wrong)).rejects.toMatchObject({ code: "administration.invalid" });
      expect(service.metrics().attempts).toBe(before);
    });
  });

  describe("access policies", () => {
    it("that were set are read back: five, with ids of any characters", async () => {
      const policies: AccessPolicy[] = ["a", "<b> & 'c'", "名前", "x".repeat(64), " e"].map((id, index) => ({
        id,
        startsOn: new Date(Date.UTC(2026, index, 1)),
        expiresOn: new Date(Date.UTC(2027, index, 1)),
        permissions: { query: true, add: index > 0, update: index > 1, delete: index > 2 },
      }));
      await setAccessPolicies(service, "shop", policies);
      expect(await getAccessPolicies(service, "shop")).toEqual(policies);
      await setAccessPolicies(service, "shop", []);
      expect(await getAccessPolicies(service, "shop")).toEqual([]);
    });

    it("of a missing table are its error", async () => {
      const missing = { code: "table.not-found", status: 404, table: "missing" };
      await expect(getAccessPolicies(service, "missing")).rejects.toMatchObject(missing);
      await expect(setAccessPolicies(service, "missing", [])).rejects.toMatchObject(missing);
    });
  });

  describe("service statistics", () => {
    it("come from the secondary", async () => {
      const stats = await getServiceStats(service);
      expect(stats.status).toBe("live");
      expect(stats.lastSyncTime).toBeInstanceOf(Date);
    });
  });
});

it("is refused for Cosmos, which has none of it, before anything is sent", async () => {
  const key = new SharedKeyCredential(azuriteAccount.name, azuriteAccount.key);
  await using cosmos = new TableServiceClient(`http://127.0.0.1:1/${azuriteAccount.name}`, key, { kind: "cosmos" });
  const refused = { code: "service.not-supported" };
  await expect(getServiceProperties(cosmos)).rejects.toMatchObject(refused);
  await expect(setServiceProperties(cosmos, { cors: [] })).rejects.toMatchObject(refused);
  await expect(getServiceStats(cosmos)).rejects.toMatchObject(refused);
  await expect(getAccessPolicies(cosmos, "shop")).rejects.toMatchObject(refused);
  await expect(setAccessPolicies(cosmos, "shop", [])).rejects.toMatchObject(refused);
  expect(cosmos.metrics().attempts).toBe(0);
});
