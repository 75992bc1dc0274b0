import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { KeptTicket } from "../tables.gen/index.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
const tickets = service.entities(KeptTicket);
const init = { team: "north", channel: "mail", openedBy: "ann", secret: "pin 1234" } as const;

/** Returns the stored entity as JSON, with the hidden value. */
async function stored(ticketNo: number): Promise<unknown> {
  const ticket = await tickets.getOrThrow({ team: "north", ticketNo });
  return { ...ticket.toJSON(), secret: ticket.secret, $etag: ticket.$etag };
}

const shown = (ticket: KeptTicket, $etag: string) => ({ ...ticket.toJSON(), secret: ticket.secret, $etag });

it("an entity of a transaction or a bulk is what was passed with what the write returned", async () => {
  await service.createTables([KeptTicket]);
  const [first, second] = await service.transaction(
    KeptTicket.partition({ team: "north" }),
    (tx) =>
      [
        tx.insert(KeptTicket, { ...init, ticketNo: 1 }),
        tx.insert(KeptTicket, { ...init, ticketNo: 2, status: "closed" }),
      ] as const,
  );
  expect(shown(new KeptTicket({ ...init, ...first }), first.$etag)).toEqual(await stored(1));
  expect(shown(new KeptTicket({ ...init, status: "closed", ...second }), second.$etag)).toEqual(await stored(2));
  for await (const outcome of tickets.bulk([{ insert: { ...init, ticketNo: 3 } }])) {
    if (!outcome.ok) throw outcome.error;
    expect(shown(new KeptTicket({ ...init, ...outcome.values }), String(outcome.$etag))).toEqual(await stored(3));
  }
});
