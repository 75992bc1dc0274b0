import { edm, entity } from "tablewright";
import type Company from "../model/address.js";
import type { Address, Contact as Person } from "../model/address.js";
import type * as shapes from "../model/shapes.js";
import type { Tag } from "../model/tag.js";

export const Profile = entity({
  table: "Profiles",
  properties: {
    id: edm.string({ maxLength: 64 }),
    anything: edm.json(),
    home: edm.json<Address>(),
    company: edm.json<Company>().optional(),
    contacts: edm.json<readonly Person[]>(),
    shape: edm.json<shapes.Circle | shapes.Square>(),
    tags: edm.json<Record<string, Tag>>(),
  },
  partitionKey: (k) => [k.id],
  rowKey: () => ["profile"],
});
