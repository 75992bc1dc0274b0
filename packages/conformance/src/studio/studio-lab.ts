import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type EntityClient, TableServiceClient } from "@tablewright/runtime";
import type { EntityTypes } from "@tablewright/runtime/codegen/v1";
import { type Studio, type StudioProject, startStudio } from "@tablewright/studio";
import { createTableService, type TableService } from "@tablewright/testing";
import { createStudioProject } from "../../../cli/src/commands/studio/studio-project.js";
import { type Definitions, readDefinitions } from "../../../cli/src/definitions/read-definitions.js";
import { silentTerminal } from "../../../cli/src/terminal/silent-terminal.js";
import { type Browser, launchBrowser, type Page } from "../../../docs/src/looks/browser.js";
import { findChromium } from "../../../docs/src/looks/find-chromium.js";
import type { Target } from "../targets/target.js";
import { customer, orderRow, shopDefinitions } from "./shop.js";

/** Studio over a target. */
export interface StartedStudio {
  readonly studio: Studio;
  readonly service: TableServiceClient;
  readonly project: StudioProject;
  /** Folder of the project. */
  readonly root: string;
  close(): Promise<void>;
}

/** Studio over a target, open in a browser. */
export interface StudioLab extends StartedStudio {
  readonly page: Page;
}

export interface LabOptions {
  /** Definitions; undefined for a project without any. */
  readonly definitions?: string | undefined;
  readonly isReadOnly?: boolean;
  readonly width?: number;
  /** True for a project in which `@tablewright/sql` is installed. */
  readonly hasSql?: boolean;
  /** Further accounts that the page can switch to. */
  readonly others?: readonly TableServiceClient[];
  /** Fills the tables before the page is opened. */
  readonly seed?: (service: TableServiceClient, project: StudioProject) => Promise<void>;
}

const readProjects = new Map<string, Definitions>();
let browser: Promise<Browser> | undefined;
let pageFolder: Promise<string> | undefined;

/** Returns the strict service in this process as a target, for tests that need its faults or many rows. */
export function inProcess(tables: TableService): Target {
  return {
    name: "the strict service",
    kind: "storage",
    async start() {
      const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
      return { service, stop: () => service.close() };
    },
  };
}

/** Target that is a new strict service in this process at each start. `tables()` returns the last one. */
export interface FreshTarget extends Target {
  tables(): TableService;
}

export function freshInProcess(): FreshTarget {
  let tables = createTableService();
  return {
    ...inProcess(tables),
    tables: () => tables,
    start() {
      tables = createTableService();
      return inProcess(tables).start();
    },
  };
}

/** Starts a Studio over a new, filled target, and opens it. */
export async function openStudio(target: Target, options: LabOptions = {}): Promise<StudioLab> {
  const started = await startStudioOver(target, options);
  const { width = 1280 } = options;
  const page = await openPage();
  await page.setViewportSize({ width, height: 800 });
  await page.goto(started.studio.url);
  await page.locator(".sidebar-item").first().waitFor({ state: "attached" });
  return {
    ...started,
    page,
    async close() {
      for (const other of page.context().pages()) if (other !== page) await other.close();
      page.removeAllListeners();
      // The page asks for confirmation before it is left with staged changes.
      page.on("dialog", (dialog) => void dialog.accept());
      await page.goto("about:blank");
      page.removeAllListeners();
      await started.close();
    },
  };
}

/** Returns the page that all tests of a file open, because starting a page costs more CPU time than most tests. Each Studio has its own origin. */
async function openPage(): Promise<Page> {
  const [shared] = await openBrowser();
  const [context = await shared.newContext({ permissions: ["clipboard-read", "clipboard-write"] })] = shared.contexts();
  const [page = await context.newPage()] = context.pages();
  page.setDefaultTimeout(20_000);
  return page;
}

/** Starts a Studio over a new, filled target. */
export async function startStudioOver(target: Target, options: LabOptions = {}): Promise<StartedStudio> {
  const { definitions = shopDefinitions, isReadOnly = false, seed = seedShop, others = [], hasSql = false } = options;
  const [, folder] = await openBrowser();
  const project = await createProject(definitions, hasSql);
  const { root } = project;
  const running = await target.start();
  await seed(running.service, project);
  const studio = await startStudio(running.service, project, { port: 0, isReadOnly, pageFolder: folder, others });
  return {
    studio,
    service: running.service,
    project,
    root,
    async close() {
      await studio.close();
      await running.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Creates a project in a folder of its own. */
export async function createProject(definitions: string, hasSql = false): Promise<StudioProject> {
  const { sql, ...project } = createStudioProject(await readTestDefinitions(definitions));
  return { ...project, ...(hasSql && sql !== undefined && { sql }), root: temporaryFolder() };
}

/** Reads definitions. Tests of one file share those of the same text, which take a second to read. */
export async function readTestDefinitions(definitions: string): Promise<Definitions> {
  let read = readProjects.get(definitions);
  if (read === undefined) {
    const root = temporaryFolder();
    mkdirSync(join(root, "tables"));
    if (definitions !== "") writeFileSync(join(root, "tables/shop.table.ts"), definitions);
    read = await readDefinitions(root, undefined, silentTerminal, "accept", false);
    rmSync(root, { recursive: true });
    if (read === undefined) throw new Error("The definitions of the test are invalid.");
    readProjects.set(definitions, read);
  }
  return read;
}

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "tablewright-studio-"));
}

/** Builds the page and starts the browser that the tests of a file share. Takes some seconds, so hooks call it with {@link slowly}. */
export async function openBrowser(): Promise<readonly [Browser, string]> {
  browser ??= launchBrowser(findChromium() ?? "chromium");
  pageFolder ??= builtPage();
  return await Promise.all([browser, pageFolder]);
}

/** Time limit of the hook that builds the page, in milliseconds. */
export const slowly = 240_000;

/** Ends the browser that the tests of a file share. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** Builds the page in a separate process, because Babel changes how errors of its process print their stacks. */
async function builtPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-page-"));
  const builder = new URL("../../../studio/build-page.ts", import.meta.url).href;
  const code = `await (await import(${JSON.stringify(builder)})).buildPage(${JSON.stringify(folder)});`;
  await promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code], {
    cwd: new URL("../../../../", import.meta.url).pathname,
  });
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Stores 40 orders of C1, 3 of C2, both customers with their index rows, and a row that fits no definition. */
export async function seedShop(service: TableServiceClient, project: StudioProject): Promise<void> {
  for (const table of ["Shop", "ShopIndex"]) await service.tables.createIfNotExists(table);
  const orders = Array.from({ length: 40 }, (_, index) => orderRow("C1", index + 1));
  const others = Array.from({ length: 3 }, (_, index) => orderRow("C2", index + 1));
  await service.table("Shop").bulk([...orders, ...others].map((insert) => ({ insert })));
  const customers = entitiesOf(service, project, "Customer");
  for (const each of [customer("C1", "NO"), customer("C2", "DE")]) await customers?.insert(each);
  await service.table("Shop").insert({ partitionKey: "zzz", rowKey: "odd", properties: {} });
}

/** Returns a client of an entity that the compiler does not know. */
function entitiesOf(
  service: TableServiceClient,
  { schemas }: StudioProject,
  name: string,
): EntityClient<EntityTypes> | undefined {
  const schema = schemas.find((each) => each.name === name);
  return schema && (service.entities({ $schema: schema }) as unknown as EntityClient<EntityTypes>);
}

/** Shows a table or an entity. */
export async function choose(page: Page, name: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Tables" })
    .getByRole("link", { name: new RegExp(`^${name}[\\s\\d,+]*$`) })
    .click();
}

/** Returns the texts of a column, from the top. */
export async function columnTexts(page: Page, title: string): Promise<string[]> {
  const header = page.getByRole("columnheader").filter({ has: page.getByText(title, { exact: true }) });
  const index = await header.getAttribute("aria-colindex");
  return await page.locator(`.grid-cell[aria-colindex="${index}"]`).allTextContents();
}
