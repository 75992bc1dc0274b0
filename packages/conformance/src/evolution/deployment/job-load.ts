import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "../../soak/random.js";

/** Job as the API names it. */
interface JobKey {
  readonly shop: string;
  readonly id: string;
  readonly at: string;
}

/** Job, and the number of additions to it that were confirmed. */
interface KnownJob extends JobKey {
  added: number;
}

interface ListedJob {
  readonly id: string;
  readonly n: number;
}

const days = ["2026-11-20T10:00:00.000Z", "2026-11-21T11:30:00.000Z"] as const;
const shops = ["S", "T"] as const;

/** Maximum number of tries to find a job in one of the instances. While a job moves, neither version finds it for a moment. */
const maxTries = 200;

/** Users of the API. They send requests to any of its instances, and record the responses. */
export class JobLoad {
  readonly failures: string[] = [];
  readonly counts: Record<string, number> = {};
  /** Instances to which requests go, by their port. */
  instances: readonly number[] = [];
  /** True once the index of states is complete, so that users may query it. */
  isStateQueried = false;
  readonly #known = new Map<string, KnownJob>();
  readonly #deleted = new Set<string>();
  readonly #random: () => number;
  #serial = 0;
  #isStopped = false;
  #workers: Promise<unknown> = Promise.resolve();

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  start(workers: number): void {
    const work = async () => {
      while (!this.#isStopped) {
        await this.#act().catch((error: Error) => this.#fail(error.message));
        await delay(this.#random() * 4);
      }
    };
    this.#workers = Promise.all(Array.from({ length: workers }, work));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#workers;
  }

  /**
   * Resolves after this many further requests.
   * @param name the method and path of the requests to count; by default, all requests count
   */
  async after(requests: number, name?: string): Promise<void> {
    const count = () =>
      Object.entries(this.counts).reduce(
        (sum, [key, sent]) => sum + (name === undefined || key === name ? sent : 0),
        0,
      );
    for (const wanted = count() + requests; count() < wanted && this.failures.length === 0; ) await delay(20);
  }

  /** Inserts jobs, one after the other. */
  async seed(count: number): Promise<void> {
    for (let job = 0; job < count; job++) await this.#insert();
  }

  /** Compares the lists of one instance with what users were told, while nobody writes. */
  async checkAll(port: number): Promise<void> {
    for (const shop of shops) {
      for (const path of ["/list", "/pages"]) {
        const found = await this.#rows(port, `${path}?shop=${shop}`);
        const wanted = [...this.#known.values()].filter((job) => job.shop === shop);
        const text = (jobs: readonly { readonly id: string; readonly n: number }[]) =>
          jobs
            .map(({ id, n }) => `${id}: ${n}`)
            .sort()
            .join(", ");
        const told = text(wanted.map(({ id, added }) => ({ id, n: added })));
        if (text(found) !== told) this.#fail(`${path} of ${shop} has ${text(found)}, but users were told ${told}`);
      }
    }
    for (const at of days) {
      const found = (await this.#rows(port, `/days?at=${at}`)).map(({ id }) => id).sort();
      const wanted = [...this.#known.values()]
        .filter((job) => job.at === at)
        .map(({ id }) => id)
        .sort();
      if (found.join() !== wanted.join()) this.#fail(`the index of ${at} has ${found}, but users were told ${wanted}`);
    }
  }

  get jobs(): number {
    return this.#known.size;
  }

  async #act(): Promise<void> {
    const way = this.#random();
    if (way < 0.08) return this.#insert();
    if (way < 0.12) return this.#delete();
    if (way < 0.5) return this.#add();
    const shop = this.#pick(shops) ?? "S";
    if (way < 0.65) return this.#list(`/list?shop=${shop}`);
    if (way < 0.8) return this.#list(`/pages?shop=${shop}`);
    if (way < 0.88 || !this.isStateQueried) return this.#list(`/days?at=${this.#pick(days)}`);
    return this.#listStates(shop);
  }

  async #insert(): Promise<void> {
    const serial = this.#serial++;
    const job = { shop: this.#pick(shops) ?? "S", id: `J${serial}`, at: this.#pick(days) ?? days[0] };
    const { status, text } = await this.#send(this.#pick(this.instances), "POST", "/jobs", job);
    if (status === 201) this.#known.set(job.id, { ...job, added: 0 });
    else this.#fail(`insert of ${job.id}: ${status} ${text}`);
  }

  async #add(): Promise<void> {
    // Every third job is reserved for deletions. Additions use only the other jobs, so none can fail because a job is gone.
    const job = this.#pick([...this.#known.values()].filter((_, at) => at % 3 !== 0));
    if (job !== undefined && (await this.#find("POST", "/add", job))) job.added++;
  }

  async #delete(): Promise<void> {
    const job = this.#pick([...this.#known.values()].filter(({ added }, at) => at % 3 === 0 && added === 0));
    if (job === undefined || !this.#known.delete(job.id)) return;
    if (await this.#find("DELETE", "/jobs", job)) this.#deleted.add(job.id);
  }

  /** Sends a request to one instance after the other, until one finds the job. If none does, records a failure and returns false. */
  async #find(method: string, path: string, { shop, id, at }: JobKey): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries++) {
      const { status, text } = await this.#send(this.#pick(this.instances), method, path, { shop, id, at });
      if (status === 200) return true;
      if (status !== 404) {
        this.#fail(`${method} ${path} of ${id}: ${status} ${text}`);
        return false;
      }
      await delay(5 + tries);
    }
    this.#fail(`${method} ${path} of ${id}: no instance finds it`);
    return false;
  }

  async #list(path: string): Promise<void> {
    const deleted = [...this.#deleted];
    const ids = (await this.#rows(this.#pick(this.instances), path)).map(({ id }) => id);
    if (new Set(ids).size < ids.length) this.#fail(`${path} has a job twice: ${ids}`);
    const back = deleted.filter((id) => ids.includes(id));
    if (back.length > 0) this.#fail(`${path} has ${back}, which users were told is deleted`);
  }

  async #listStates(shop: string): Promise<void> {
    const known = [...this.#known.values()].filter((job) => job.shop === shop);
    const found = new Set(
      (await this.#rows(this.#pick(this.instances), `/states?shop=${shop}&state=open`)).map(({ id }) => id),
    );
    const lacking = known.filter(({ id }) => !found.has(id) && this.#known.has(id));
    if (lacking.length > 0) this.#fail(`the index of states lacks ${lacking.map(({ id }) => id)}`);
  }

  async #rows(port: number | undefined, path: string): Promise<readonly ListedJob[]> {
    const { status, text } = await this.#send(port, "GET", path);
    if (status === 200) return JSON.parse(text) as readonly ListedJob[];
    this.#fail(`GET ${path}: ${status} ${text}`);
    return [];
  }

  async #send(port: number | undefined, method: string, path: string, body?: object) {
    const init = {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const name = `${method} ${path.split("?")[0]}`;
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    return { status: response.status, text: await response.text() };
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  #fail(text: string): void {
    if (this.failures.length < 20) this.failures.push(text.slice(0, 400));
  }
}
