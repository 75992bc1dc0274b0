/**
 * The `globalSetup` of vitest and jest: one strict Table service for a test run.
 *
 * @module
 */

import { tokenVariable } from "./control/connect-table-service.js";
import { serveTableService, type TableServer } from "./server/serve-table-service.js";

const variable = "TABLES_CONNECTION_STRING";

/** The part of a vitest project that this setup uses. Jest passes its configuration instead, which has no such method. */
interface VitestProject {
  onTestsRerun?(callback: () => void): void;
}

/**
 * Number of vitest projects that use the server now. Vitest calls this file once for each project of a workspace, and all projects share
 * one server.
 */
let users = 0;
let running: Promise<TableServer> | undefined;
let outside: string | undefined;

/**
 * Starts the service and sets `TABLES_CONNECTION_STRING` for all tests. Replaces any former value, so that no test reaches a real
 * account. In vitest's watch mode each rerun starts with an empty service.
 */
export default async function setup(project?: VitestProject): Promise<() => Promise<void>> {
  users += 1;
  if (running === undefined) {
    outside = process.env[variable];
    // Tests run in other processes and may fake their clocks, so the dates of requests are not checked.
    running = serveTableService({ checkDates: false, control: true });
  }
  const { service, connectionString, controlToken } = await running;
  process.env[variable] = connectionString;
  process.env[tokenVariable] = controlToken;
  project?.onTestsRerun?.(() => service.reset());
  return teardown;
}

/**
 * Stops the service when the last project that uses it is done. Vitest calls this by itself; jest calls it through
 * `@tablewright/testing/global-teardown`.
 */
export async function teardown(): Promise<void> {
  users -= 1;
  if (users > 0 || running === undefined) return;
  const server = await running;
  running = undefined;
  delete process.env[tokenVariable];
  if (outside === undefined) delete process.env[variable];
  else process.env[variable] = outside;
  await server.close();
}
