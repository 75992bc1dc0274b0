import { TableServiceClient, type Transport } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { Ticket } from "../../../runtime/src/test/company/index.js";
import { redate } from "../schedules/world/response-dates.js";

const ticket = { project: "P", id: "1", state: "open", slug: "s1" };

/** Creates a promise and the function that resolves it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe("an index of another partition, where the Date that one client sees is wrong", () => {
  it.each([0, 2_000, 1_260_000, 3_600_000, -1_260_000])(
    "by %i ms finds an entity that was inserted again while that client deleted it",
    async (offsetMs) => {
      const tables = createTableService({ tables: { Tickets: [] } });
      const connect = (transport: Transport) =>
        TableServiceClient.fromConnectionString(tables.connectionString, { transport }).entities(Ticket);
      const touched = gate();
      const deleted = gate();
      const inserted = gate();
      let isDeleting = false;
      const deleting = connect(async (request) => {
        const response = redate(await tables(request), offsetMs);
        if (!isDeleting || !request.url.includes("$batch")) return response;
        isDeleting = false;
        deleted.open();
        await inserted.opened;
        return response;
      });
      const inserting = connect(async (request) => {
        if (request.url.includes("$batch")) {
          touched.open();
          await deleted.opened;
        }
        return tables(request);
      });
      await deleting.insert(ticket);
      // The insert has rewritten the index row, and its transaction is in flight.
      const insert = inserting.insert({ ...ticket, note: "again" }).finally(() => inserted.open());
      await touched.opened;
      isDeleting = true;
      await deleting.delete(ticket, { ifMatch: "*" });
      await insert;
      const reading = connect(tables);
      expect(await reading.get(ticket)).toMatchObject({ note: "again" });
      expect(await reading.byState.query({ state: "open" }).toArray()).toMatchObject([{ note: "again" }]);
    },
  );
});
