import { ServiceError } from "../errors/service-error.js";
import type { ServiceKind } from "../rules/limits.js";
import { defaultProperties, type ServiceProperties } from "../xml/service-properties.js";
import { type Owner, type StoreObserver, Table } from "./table.js";

/** Content of a snapshot. It shares tables with the store, which copies a shared table before it changes it. */
export interface StoreState {
  readonly tables: ReadonlyMap<string, Table>;
  readonly deletions: ReadonlyMap<string, number>;
  readonly properties: ServiceProperties;
}

/** The tables of one account. Snapshots of any size are fast: entities are copied only when a table is written. */
export class Store {
  #properties: ServiceProperties = defaultProperties;
  /** True for Cosmos, which distinguishes `Shop` from `shop`. They are the same table on Storage. */
  readonly #isCosmos: boolean;
  #owner: Owner = { observer: undefined };
  /**
   * Table name that was looked up last, and its key in `#tables`. They are cached because most requests look up one table several times.
   */
  #latestName = "";
  #latestKey = "";
  #tables = new Map<string, Table>();
  /** Time until which the name of each deleted table is reserved, in milliseconds since 1970. */
  #deletions = new Map<string, number>();

  constructor(kind: ServiceKind) {
    this.#isCosmos = kind === "cosmos";
  }

  get properties(): ServiceProperties {
    return this.#properties;
  }

  /** Returns whether the service properties have been set, so that they are no longer those of a new account. */
  get hasOwnProperties(): boolean {
    return this.#properties !== defaultProperties;
  }

  set properties(properties: ServiceProperties) {
    this.#properties = properties;
    this.#owner.observer?.propertiesChanged();
  }

  /** Reports all further changes to this observer, or to none if it is undefined. */
  observe(observer: StoreObserver | undefined): void {
    this.#owner = { observer };
  }

  snapshot(): StoreState {
    const state = { tables: this.#tables, deletions: this.#deletions, properties: this.#properties };
    this.#take(state);
    return state;
  }

  restore(state: StoreState): void {
    this.#take(state);
    this.#owner.observer?.allChanged();
  }

  #take(state: StoreState): void {
    this.#owner = { observer: this.#owner.observer };
    this.#tables = new Map(state.tables);
    this.#deletions = new Map(state.deletions);
    this.#properties = state.properties;
  }

  /** Returns the tables in the order of their names. */
  list(): Table[] {
    const keys = [...this.#tables.keys()].sort();
    return keys.map((key) => this.#tables.get(key) as Table);
  }

  find(name: string): Table | undefined {
    return this.#tables.get(this.key(name));
  }

  /** Returns the table. If it is missing, throws the error with which the service rejects operations on its entities. */
  table(name: string): Table {
    const table = this.find(name);
    if (table === undefined) throw new ServiceError(this.#isCosmos ? "ResourceNotFound" : "TableNotFound");
    return table;
  }

  /** Returns the table for writing. Copies it first if a snapshot shares it. */
  writable(name: string): Table {
    const table = this.table(name);
    if (table.owner === this.#owner) return table;
    const copy = new Table(table.name, table.created, this.#owner, table);
    this.#tables.set(this.key(name), copy);
    return copy;
  }

  create(name: string, clock: { now(): number; nextTicks(): bigint }): Table {
    const key = this.key(name);
    if (this.#tables.has(key)) throw new ServiceError("TableAlreadyExists");
    if ((this.#deletions.get(key) ?? 0) > clock.now()) throw new ServiceError("TableBeingDeleted");
    this.#deletions.delete(key);
    const table = new Table(name, clock.nextTicks(), this.#owner);
    this.#tables.set(key, table);
    this.#owner.observer?.tableChanged(name);
    return table;
  }

  drop(name: string, nameFreeAt: number): void {
    const key = this.key(name);
    if (!this.#tables.delete(key)) throw new ServiceError("ResourceNotFound");
    this.#deletions.set(key, nameFreeAt);
    this.#owner.observer?.tableChanged(name);
  }

  key(name: string): string {
    if (this.#isCosmos) return name;
    if (name !== this.#latestName) this.#latestKey = name.toLowerCase();
    this.#latestName = name;
    return this.#latestKey;
  }
}
