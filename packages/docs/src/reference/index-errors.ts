import { edm } from "@tablewright/runtime/edm";
import { reindex } from "@tablewright/runtime/reindex";
import { Member, Person, PersonByEmail } from "../tables.gen/index.js";
import type { ErrorExamples } from "./error-example.js";

const ann = { club: "chess", memberNo: 1, email: "ann@example.org" };

/** Errors of entities with indexes. */
export const indexErrors: ErrorExamples<"index"> = {
  "index.not-unique": {
    help: "Tell the user that the value is taken. `key` is the index row that exists; reading the index finds its entity.",
    async raise({ service }) {
      await service.createTables([Member]);
      const members = service.entities(Member);
      await members.insert(ann);
      await members.insert({ ...ann, memberNo: 2, email: "Ann@example.org" });
    },
  },
  "index.reserved": {
    help: "Try again: a write in progress ends within 5 minutes. The next write takes over the reservation of a failed one after 20 minutes.",
    async raise({ service }) {
      await service.createTables([Person]);
      // A write that has failed, or is in progress, has left its reservation.
      const id = PersonByEmail.key({ email: "ann@example.org" });
      const values = { kind: "person.byEmail", tenant: "T1", personId: "P1", email: "ann@example.org" };
      const properties = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, edm.string(value)]));
      await service.table("People").insert({ ...id, properties });
      await service.entities(Person).insert({ tenant: "T2", personId: "P2", email: "Ann@example.org" });
    },
  },
  "index.former-definition": {
    help: "Run `reindex` with the current definition. If a new entity has the table and the kind of one that has moved to another table, delete the hidden row that names the other table: its PartitionKey is `~m-k-`.",
    async raise({ service }) {
      await service.createTables([Person]);
      // `migrate` of a later definition has left the notice of its keys.
      const notice = { partitionKey: "~m-k-", rowKey: "~m-k-person", properties: { keys: edm.string("[]") } };
      await service.table("People").insert(notice);
      await reindex(service, Person);
    },
  },
};
