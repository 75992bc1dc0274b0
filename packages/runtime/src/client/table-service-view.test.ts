import { describe, expect, it } from "vitest";
import { getAccessPolicies } from "../admin.js";
import { recordingTransport } from "../test/recording-transport.js";
import { Order, OrderLine } from "../test/shop/index.js";
import { TableServiceClient } from "./table-service-client.js";

const empty = { status: 200, headers: [], body: { value: [] } };

function serviceOver(options: object = {}) {
  const transport = recordingTransport((request) => (request.method === "GET" ? empty : {}));
  const all = { transport, retry: false, ...options } as const;
  return { transport, service: TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", all) };
}

describe("the option exactly of a handle", () => {
  const open = (options: object) => {
    const { service } = serviceOver();
    return [
      () => service.entities(Order, options),
      () => service.table("Shop", options),
      () => service.partition(Order.partition({ customerId: "C1" }), options),
    ];
  };

  it.each([
    [{ exactly: "twice" }, /^The option exactly of (entities|table|partition) is "twice"; it must be "once"\.$/],
    [{ exact: "once" }, /^There is no option "exact" of (entities|table|partition)\. Did you mean "exactly"\?$/],
  ])("is known by name and value: %j", (options, message) => {
    for (const handle of open(options)) expect(handle).toThrow(message);
  });

  it("may be undefined", () => {
    for (const handle of open({ exactly: undefined })) expect(handle).not.toThrow();
  });
});

describe("withTables", () => {
  it("leaves a name that the object lacks, and starts a view of a view from the definitions", () => {
    const { service } = serviceOver();
    const view = service.withTables({ Other: "Renamed" });
    expect(view.table("Shop").name).toBe("Shop");
    expect(view.table("Other").name).toBe("Renamed");
    expect(view.withTables((name) => `${name}X`).table("Other").name).toBe("OtherX");
    expect(view.table("toString").name).toBe("toString");
  });

  it("calls a function once for each name", () => {
    const names: string[] = [];
    const view = serviceOver().service.withTables((name) => `${name}${names.push(name)}`);
    view.entities(Order);
    view.entities(OrderLine);
    expect(view.table("Shop").name).toBe("Shop1");
    expect(names).toEqual(["Shop"]);
  });

  it.each([
    ["an object", { Shop: "shop-42" }],
    ["a function", () => "shop-42"],
  ])("names the definition's table and the invalid one: %s", (_, names) => {
    const { service } = serviceOver();
    expect(() => service.withTables(names as never).entities(Order)).toThrow(
      expect.objectContaining({
        code: "table.invalid-name",
        message:
          'withTables maps the table "Shop": Invalid table name "shop-42": expected 3 to 63 ASCII letters and digits, starting with a letter; it has 7 characters.',
      }),
    );
  });

  it("refuses a reserved name, an undefined one and what holds no names", () => {
    const { service } = serviceOver();
    const refused = (names: unknown) => () => service.withTables(names as never).entities(Order);
    expect(refused({ Shop: "Tables" })).toThrow(expect.objectContaining({ code: "table.reserved-name" }));
    expect(refused({ Shop: undefined })).toThrow('maps the table "Shop": Invalid table name undefined');
    expect(refused(() => undefined)).toThrow("Invalid table name undefined: expected a string");
    expect(refused("Shop42")).toThrow('withTables got "Shop42". Pass an object such as');
    expect(refused(null)).toThrow(expect.objectContaining({ code: "value.wrong-type" }));
    expect(() => service.withTables((name) => name).table(5 as never)).toThrow("Invalid table name 5");
  });

  it("takes the names of Cosmos DB there", () => {
    const { service } = serviceOver({ kind: "cosmos" });
    expect(service.withTables({ Shop: "shop-42" }).table("Shop").name).toBe("shop-42");
    expect(() => service.withTables({ Shop: "shop/42" })).toThrow('maps the table "Shop"');
  });

  it("shares the connection and its metrics, and cannot close them", async () => {
    const { service, transport } = serviceOver();
    const view = service.withTables({ Shop: "ShopTenant42" });
    await view.entities(Order).query({ customerId: "C1" }).toArray();
    await getAccessPolicies(view, "Shop").catch(() => undefined);
    expect(transport.requests.map(({ url }) => new URL(url).pathname)).toEqual([
      "/devstoreaccount1/ShopTenant42()",
      "/devstoreaccount1/ShopTenant42",
    ]);
    expect(view.metrics()).toEqual(service.metrics());
    expect("close" in view).toBe(false);
  });

  it("refuses a query of another view where rows are deleted by it", async () => {
    const { service, transport } = serviceOver();
    const orders = service.withTables({ Shop: "ShopTenant42" }).entities(Order);
    const all = service.entities(Order).scan();
    await expect(orders.deleteWhere(all, { max: 5 })).rejects.toThrow(
      "Expected a query of Order in table ShopTenant42 by the same client, but got one of Order in table Shop.",
    );
    expect(transport.requests).toEqual([]);
  });

  it("looks through a plain object, and not through an instance of the class", async () => {
    const { service, transport } = serviceOver();
    const orders = service.withTables({ Shop: "ShopTenant42" }).entities(Order);
    const init = {
      customerId: "C1",
      placedAt: new Date(0),
      orderNo: 1,
      total: 1,
      sequence: 1n,
      currency: "EUR",
    } as const;
    await expect(orders.insert({ ...init, totl: 1 } as never)).rejects.toMatchObject({
      code: "value.unknown-property",
    });
    await orders.insert(Object.assign(new Order(init), { cached: 1 }));
    expect(transport.requests).toHaveLength(1);
  });
});
