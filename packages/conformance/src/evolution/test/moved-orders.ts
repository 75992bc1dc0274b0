import {
  type HttpRequest,
  isTableError,
  SasCredential,
  TableServiceClient,
  type Transport,
} from "@tablewright/runtime";
import { type ReindexProgress, reindex } from "@tablewright/runtime/reindex";
import { createTableService } from "@tablewright/testing";
import { migrateEntity } from "../../../../cli/src/commands/migrate/migrate-entity.js";
import { MigrationCounts } from "../../../../cli/src/commands/migrate/migration-counts.js";
import type { Keep } from "../../../../cli/src/commands/migrate/move/move-row.js";
import { type ChangedDefinition, changeDefinition } from "./changed-definition.js";
import { findIndexFaults, type PlacedRow, rowsIn } from "./index-faults.js";
import type { MemberSchema } from "./migrated-project.js";

/** Texts of the keys of orders before and after the change, and of their indexes, and the table after the change. */
export interface OrderKeys {
  readonly before?: string;
  readonly after?: string;
  readonly indexes?: string;
  readonly table?: string;
}

const keysOf = (partitionKey: string) => `partitionKey: (k) => ${partitionKey}, rowKey: (k) => ["order", k.no.pad(6)]`;

const definition = (keys: string, indexes: string, table: string) => `import { edm, entity } from "tablewright";
export const Order = entity({
  table: "${table}", kind: "order",
  properties: {
    tenant: edm.string({ maxLength: 32 }), region: edm.string({ maxLength: 16 }), no: edm.int32({ min: 0 }),
    name: edm.string({ maxLength: 64 }), n: edm.int32({ default: 0 }),
  },
  ${keysOf(keys)}, ${indexes && `indexes: { ${indexes} },`}
});
`;

const definitions = new Map<string, ChangedDefinition>();

function definitionsOf({
  before = "[k.tenant]",
  after = "[k.tenant, k.region]",
  indexes = "",
  table = "Orders",
}: OrderKeys): ChangedDefinition {
  const name = JSON.stringify([before, after, indexes, table]);
  const known =
    definitions.get(name) ??
    changeDefinition("Order", definition(before, indexes, "Orders"), definition(after, indexes, table));
  definitions.set(name, known);
  return known;
}

/** The order that the tests move. */
export const order = { tenant: "t", region: "eu", no: 7, name: "Ann", n: 0 };

/** Orders in a strict service of this process, programs of both definitions, and `migrate`. */
export class MovedOrders {
  readonly service = createTableService({ authenticate: false });
  readonly former: MemberSchema;
  readonly current: MemberSchema;
  readonly client: TableServiceClient;
  readonly #definitions: ChangedDefinition;

  private constructor(keys: OrderKeys) {
    this.#definitions = definitionsOf(keys);
    this.former = this.#definitions.earlier as unknown as MemberSchema;
    this.current = this.#definitions.history.current as unknown as MemberSchema;
    this.client = this.connect(this.service);
  }

  /** Creates the table with the order, as a program of the former definition stores it. */
  static async create(keys: OrderKeys = {}): Promise<MovedOrders> {
    const orders = new MovedOrders(keys);
    await orders.client.createTables([{ $schema: orders.former }]);
    // `createTables` of the current definition would announce its keys.
    await orders.client.tables.createIfNotExists(orders.current.table);
    await orders.client.entities({ $schema: orders.former }).insert(order);
    return orders;
  }

  /** Runs `migrate`. @param beside called with the number of each request before it is sent */
  async migrate(keep?: Keep, beside?: (request: number) => Promise<void>): Promise<MigrationCounts> {
    const counts = new MigrationCounts();
    let requests = 0;
    const transport: Transport = async (request: HttpRequest) => {
      await beside?.(requests++);
      return this.service(request);
    };
    const { signal } = new AbortController();
    const options = { parallel: 1, dryRun: false, isOrdered: true, keep, signal, onRows: () => undefined };
    await migrateEntity(this.connect(transport), this.#definitions.history, options, counts);
    return counts;
  }

  /** Runs `reindex` in a program of the former definition. @param beside called before each of its requests */
  reindexFormer(beside?: () => Promise<void>): Promise<ReindexProgress> {
    const transport: Transport = async (request: HttpRequest) => {
      await beside?.();
      return this.service(request);
    };
    return reindex(this.connect(transport), { $schema: this.former } as never);
  }

  /** Runs `migrate`, which is killed before the request of this number. @returns false if it sends fewer requests */
  async migrateUntil(at: number): Promise<boolean> {
    let isKilled = false;
    const kill = async (request: number) => {
      if (request < at) return;
      isKilled = true;
      throw Object.assign(new Error("The run was killed."), { code: "ECONNREFUSED" });
    };
    await this.migrate(undefined, kill).catch((error: unknown) => {
      if (!isTableError(error)) throw error;
    });
    return isKilled;
  }

  /** Returns the rows of orders, also that of a copy which waits. */
  rows() {
    const tables = new Set([this.former.table, this.current.table]);
    const rows = [...tables].flatMap((table) => this.service.dump()[table] ?? []);
    return rows.filter(({ kind }) => kind === "order");
  }

  /** Returns the index rows that do not agree with the orders, stored under former or current keys. */
  indexFaults(): readonly string[] {
    const { earlier, history } = this.#definitions;
    const schemaOf = ({ table, row }: PlacedRow) => {
      if (row["kind"] !== "order" || row.RowKey.startsWith("~m-")) return undefined;
      const { current } = history;
      return table === current.table && row.PartitionKey === current.partitionKey(row) ? current : earlier;
    };
    return findIndexFaults(rowsIn(this.service.dump()), schemaOf, history.current);
  }

  /** Creates a client with another transport to the service. */
  connect(transport: Transport): TableServiceClient {
    const credential = new SasCredential("sv=2019-02-02&sig=none");
    return new TableServiceClient(this.service.endpoint, credential, { transport, retry: { maxAttempts: 1 } });
  }
}
