import { freshAccountName } from "../control/account-address.js";
import type { TableService } from "../service/create-table-service.js";

/** The services of a server's accounts, by account name. */
export class ServedAccounts {
  /** True if `find` creates an account on first use when its name is a fresh one: `fresh` and up to 19 letters and digits. */
  makesFresh = false;
  readonly #first: TableService;
  readonly #services: Map<string, TableService>;

  /** @param services the services to serve, at least one; the first one gets requests whose path names no account */
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

  /** Removes an account if its name is a fresh one (`fresh…`). Keeps any other account. */
  remove(account: string): void {
    if (freshAccountName.test(account)) this.#services.delete(account);
  }

  /** Returns the service of the account that the first path segment of a URL names, or the first service if it names no account. */
  of(url: string): TableService {
    if (this.#services.size === 1 && !this.makesFresh) return this.#first;
    const [, , , segment = ""] = url.split(/[/?]/, 4);
    return this.find(segment.replace(/-secondary$/, "")) ?? this.#first;
  }
}
