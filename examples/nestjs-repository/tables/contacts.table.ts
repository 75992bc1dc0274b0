import { edm, entity } from "tablewright";
import { preferences } from "../src/preferences.js";

/** A contact of a tenant. */
export const Contact = entity({
  table: "Contacts",
  properties: {
    tenant: edm.string({ maxLength: 40 }),
    contactId: edm.guid({ default: "random" }),
    name: edm.string({ maxLength: 100 }),
    message: edm.string({ parts: 4 }).optional(),
    visits: edm.int32({ min: 0, default: 0 }),
    preferences: edm.json(preferences).optional(),
  },
  partitionKey: (k) => [k.tenant],
  rowKey: (k) => [k.contactId],
});
