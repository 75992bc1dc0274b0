import { freshAccountName } from "../control/account-address.js";
import type { TableService } from "../service/create-table-service.js";

/** The accounts of a server, by name. */
export class ServedAccounts {
  /** True if an account with a fresh name is created on first use. */
  makesFresh = false;
  readonly #first: TableService;
  readonly #services: Map<string, TableService>;

  /** @param services at least one */
  constructor(services: readonly [TableService, ...TableService[]]) {
    this.#first = services[0];
    this.#services = new Map(services.map((service) => [service.account, service]));
  }

  list(): TableService[] {
    return [...this.#services.values()];
  }

  find(account: string): TableService | undefined {
    const found = this.#services.get(account);
    if (found !== undefined || !this.makesFresh || !freshAccountName.test(account)) return found;
    const made = this.#first.withAccount(account);
    this.#services.set(account, made);
    return made;
  }

  /** Removes an account whose name is that of a fresh one. Keeps any other account. */
  remove(account: string): void {
    if (freshAccountName.test(account)) this.#services.delete(account);
  }

  /** Finds the service of the account in the path of a URL. Returns the first if the path names none. */
  of(url: string): TableService {
    if (this.#services.size === 1 && !this.makesFresh) return this.#first;
    const [, , , segment = ""] = url.split(/[/?]/, 4);
    return this.find(segment.replace(/-secondary$/, "")) ?? this.#first;
  }
}
