import { callStudio } from "../api/call-studio.js";
import { withNotice } from "../state/notices.js";
import { studio } from "../state/studio.js";

/** Creates tables and shows them. */
export async function createTables(tables: readonly string[]): Promise<void> {
  await withNotice(async () => {
    await callStudio("createTables", { tables });
    await studio.refresh();
  });
}
