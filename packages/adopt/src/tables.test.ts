import { describe, expect, it } from "vitest";
import { adoptFiles, keysIn } from "./test/adopt-files.js";

const start = 'import { TableClient, TableServiceClient, TableTransaction } from "@azure/data-tables";\n';
const tablesOf = (code: string) => {
  const { calls, uncertain } = adoptFiles({ "a.ts": start + code });
  return [...calls.map(({ table }) => table), ...uncertain.map(({ message }) => message)];
};

describe("the table of a call is that of the client", () => {
  const programs: readonly (readonly [where: string, code: string])[] = [
    ["a constant", 'const c = new TableClient("", "Orders"); c.createTable();'],
    [
      "a field",
      'class A { #c = TableClient.fromConnectionString("", "Orders"); run() { return this.#c.createTable(); } }',
    ],
    [
      "a field that the constructor assigns",
      'class A { c: TableClient; constructor(s: string) { this.c = TableClient.fromConnectionString(s, "Orders"); } run() { this.c.createTable(); } }',
    ],
    [
      "a parameter of the constructor",
      'class A { constructor(private c: TableClient) {} run() { this.c.createTable(); } }\nnew A(new TableClient("", "Orders")).run();',
    ],
    ["a parameter", 'const run = (c: TableClient) => c.createTable(); run(new TableClient("", "Orders"));'],
    [
      "a function with a cache",
      `const all = new Map<string, TableClient>();
       function of(name: string) {
         let c = all.get(name);
         if (!c) { c = new TableClient("", name); all.set(name, c); }
         return c;
       }
       of("Orders").createTable();`,
    ],
    ["a getter", 'class A { get c() { return new TableClient("", "Orders"); } run() { this.c.createTable(); } }'],
    [
      "an object of clients",
      'const clients = { orders: new TableClient("", "Orders") }; clients.orders.createTable();',
    ],
    ["a subclass", 'class C extends TableClient {}\nnew C("", "Orders").createTable();'],
    ["the service's client", 'new TableServiceClient("").createTable("Orders");'],
  ];
  const files = programs.map(([, code], index) => [`${index}.ts`, `${start}export {};\n${code}`] as const);
  const { calls } = adoptFiles(Object.fromEntries(files));

  it.each(programs)("in %s", (where) => {
    const file = `${programs.findIndex(([other]) => other === where)}.ts`;
    expect(calls.filter(({ location }) => location.file === file)).toMatchObject([{ table: "Orders" }]);
  });

  it("in CommonJS", () => {
    const code = 'const { TableClient } = require("@azure/data-tables");\nnew TableClient("", "Orders").createTable();';
    expect(adoptFiles({ "a.cjs": code }).calls).toMatchObject([{ table: "Orders", call: "createTable" }]);
  });
});

it("a name that only the running program knows is uncertain, and its default is taken", () => {
  expect(tablesOf('new TableClient("", process.env.ORDERS ?? "Orders").createTable();')).toEqual([
    "Orders",
    "the table's name is {ORDERS}, which is known only when the program runs",
  ]);
  expect(tablesOf("declare const c: TableClient; c.createTable();")).toEqual([
    undefined,
    "cannot determine the client's table",
  ]);
});

it("a class that wraps any client has the table of each instance", () => {
  const report = adoptFiles({
    "store.ts": `${start}
      export interface Storing<T> { save(entity: T): Promise<unknown> }
      export class Store<T extends { partitionKey: string; rowKey: string }> implements Storing<T> {
        constructor(private readonly client: TableClient) {}
        save(entity: T) { return this.write(entity); }
        private write(entity: T) { return this.client.upsertEntity(entity, "Replace"); }
      }`,
    "main.ts": `${start}
      import { Store, type Storing } from "./store.js";
      const orders = new Store(new TableClient("", "Orders"));
      const users: Storing<any> = new Store(new TableClient("", "Users"));
      orders.save({ partitionKey: "o", rowKey: "1" });
      users.save({ partitionKey: "u", rowKey: "1" });`,
  });
  expect(keysIn(report)).toEqual(["Orders o 1", "Users u 1"]);
  expect(report.calls).toMatchObject([
    { table: "Orders or Users", becomes: expect.stringContaining("insertOrReplace") },
  ]);
});

describe("a transaction is of its client's table", () => {
  const transactions: readonly (readonly [actions: string, code: string])[] = [
    ["an array", 'c.submitTransaction([["create", { partitionKey: "p", rowKey: "1" }]]);'],
    ["mapped", 'c.submitTransaction(["1"].map(() => ["create", { partitionKey: "p", rowKey: "1" }]));'],
    [
      "pushed",
      'const all = []; all.push(["upsert", { partitionKey: "p", rowKey: "1" }, "Merge"]); c.submitTransaction(all);',
    ],
    [
      "a TableTransaction",
      'const tx = new TableTransaction(); tx.createEntity({ partitionKey: "p", rowKey: "1" }); c.submitTransaction(tx.actions);',
    ],
  ];
  const files = transactions.map(([, code], index) => [
    `${index}.ts`,
    `${start}const c = new TableClient("", "Orders${index}");\n${code}`,
  ]);
  const keys = keysIn(adoptFiles(Object.fromEntries(files)));

  it.each(transactions)("%s", (actions) => {
    const index = transactions.findIndex(([other]) => other === actions);
    expect(keys[index]).toBe(`Orders${index} p 1`);
  });
});

describe("a class that others extend has the table of each of them", () => {
  const store = (table: string, fields = "") => `${start}
    interface Row { partitionKey: string; rowKey: string }
    abstract class Store<T extends Row> {
      ${fields}
      ${table}
      save(row: T) { return this.client.upsertEntity(row); }
    }`;

  it("through super", () => {
    const code = `${store('protected client: TableClient; constructor(table: string) { this.client = new TableClient("", table); }')}
      class Orders extends Store<Row> { constructor() { super("Orders"); } place(id: string) { return this.save({ partitionKey: "o", rowKey: id }); } }
      class Users extends Store<Row> { constructor() { super("Users"); } add(id: string) { return this.save({ partitionKey: "u", rowKey: id }); } }
      new Orders().place("1"); export const add = (users: Users) => users.add("2");`;
    const report = adoptFiles({ "a.ts": code });
    expect(keysIn(report)).toEqual(["Orders o 1", "Users u 2"]);
    expect(report.uncertain).toEqual([]);
  });

  it("through a field that each declares", () => {
    const code = `${store('get client() { return new TableClient("", this.table); }', "protected abstract readonly table: string;")}
      class Orders extends Store<Row> { protected readonly table = "Orders"; }
      class Users extends Store<Row> { protected readonly table = "Users"; }
      new Orders().save({ partitionKey: "o", rowKey: "1" });
      new Users().save({ partitionKey: "u", rowKey: "2" });`;
    expect(keysIn(adoptFiles({ "a.ts": code }))).toEqual(["Orders o 1", "Users u 2"]);
  });
});

it("a call on a value of unknown type is uncertain", () => {
  expect(tablesOf("declare const c: any; c.upsertEntity({});")).toContain(
    "upsertEntity may be of @azure/data-tables: the type of c is not known",
  );
});

it("a program that goes in circles is read all the same", () => {
  const code = `${start}
    let c: any = make(1);
    function make(n: number): any { c = n > 0 ? make(n - 1) : c; return c; }
    function again(entity: any): any { again(entity); const client: TableClient = c; return client.createEntity(entity); }
    again({ partitionKey: "p", rowKey: "1" });`;
  expect(adoptFiles({ "a.ts": code }).calls).toHaveLength(1);
});

it("a program without @azure/data-tables has nothing to adopt", () => {
  expect(adoptFiles({ "a.ts": "export const x = 1;" })).toEqual({
    tables: [],
    drafts: [],
    calls: [],
    differences: [],
    uncertain: [],
    leftOut: [],
    keyParts: { proven: 0, single: 0, open: 0 },
  });
});

it("a table whose name the program's text does not show has a placeholder", () => {
  const report = adoptFiles({
    "a.ts": `${start}
      const client = new TableClient("", process.env["ORDERS_TABLE"]!);
      client.createEntity({ partitionKey: "p", rowKey: "1" });`,
  });
  expect(report.tables).toMatchObject([
    { name: "OrdersTable", isNameKnown: false, entities: [{ name: "OrdersTable" }] },
  ]);
  expect(report.drafts[0]?.text).toContain("// uncertain: OrdersTable is a placeholder for the table's name");
  expect(report.drafts[0]).toMatchObject({ problems: [] });
});

it("a name that is the default of an option is uncertain", () => {
  const code =
    'export function open({ table = "Orders" }: { table?: string }) { return new TableClient("", table).createTable(); }';
  expect(tablesOf(code)).toEqual(["Orders", "the table's name Orders is only a default"]);
});

it("a draft is named after its table, in lower case with a hyphen between words", () => {
  const report = adoptFiles({
    "a.ts": `
      import { TableClient } from "@azure/data-tables";
      const client = new TableClient("https://x", "OrderLines2024Archive");
      export const save = (id: string) => client.createEntity({ partitionKey: "p", rowKey: id });
    `,
  });
  expect(report.drafts.map(({ path }) => path)).toEqual(["tables/order-lines2024-archive.table.ts"]);
});

it("values are followed into objects that are taken apart", () => {
  const code = `
    const client = new TableClient("", "Orders");
    const save = ({ customerId, orderId }: { customerId: string; orderId: string }) =>
      client.createEntity({ partitionKey: \`cust_\${customerId}\`, rowKey: orderId });
    export const run = (user: { id: string }) => save({ customerId: user.id, orderId: "first" });`;
  expect(keysIn(adoptFiles({ "a.ts": start + code }))).toEqual(["Orders cust_{customerId} first"]);
});

describe("a client that is injected", () => {
  it.each([
    [
      "by a token of NestJS",
      `declare function Inject(token: unknown): any; declare function Module(options: object): any;
       const ORDERS = Symbol("orders");
       class Orders { constructor(@Inject(ORDERS) private readonly client: TableClient) {} save(id: string) { return this.client.createEntity({ partitionKey: "o", rowKey: id }); } }
       @Module({ providers: [Orders, { provide: ORDERS, useFactory: (url: string) => new TableClient(url, "Orders") }] }) class App {}`,
    ],
    [
      "by a container",
      `declare const container: { register(token: string, value: unknown): void; resolve<T>(token: string): T };
       container.register("orders", new TableClient("", "Orders"));
       container.register("users", new TableClient("", "Users"));
       const orders = container.resolve<TableClient>("orders");
       orders.createEntity({ partitionKey: "o", rowKey: "1" });`,
    ],
  ])("has the table of its wiring: %s", (_, code) => {
    const { tables } = adoptFiles(
      { "a.ts": start + code },
      '{ "compilerOptions": { "experimentalDecorators": true } }',
    );
    expect(tables.filter(({ entities }) => entities.length > 0).map(({ name }) => name)).toEqual(["Orders"]);
  });

  it("has a placeholder of its own where nothing shows the table, and drafts that generate", () => {
    const store = (name: string) => `${start}
      export class ${name}Repository {
        constructor(private readonly client: TableClient) {}
        save(id: string) { return this.client.createEntity({ partitionKey: "${name}", rowKey: id, total: 5 }); }
      }`;
    const { tables, drafts } = adoptFiles({
      "a.ts": store("Order"),
      "b.ts": store("User"),
      "c.ts": `${start}export const run = (auditTable: TableClient) => auditTable.createEntity({ partitionKey: "x", rowKey: "1" });`,
    });
    expect(tables.map(({ name, isNameKnown }) => [name, isNameKnown])).toEqual([
      ["Audit", false],
      ["OrderRepositoryTable", false],
      ["UserRepositoryTable", false],
    ]);
    expect(drafts.flatMap(({ problems }) => problems)).toEqual([]);
  });
});
