import { edm } from "@tablewright/runtime/edm";
import { Employee } from "../tables.gen/index.js";
import type { ErrorExamples } from "./error-example.js";

const ann = { companyId: "C1", employeeId: "E1", email: "ann@x.org" };

/** Errors of entities with indexes. */
export const indexErrors: ErrorExamples<"index"> = {
  "index.not-unique": {
    help: "Choose another value, or read the entity that has it by the index.",
    async raise({ service }) {
      const employees = service.entities(Employee);
      await service.createTables([Employee]);
      await employees.insert(ann);
      await employees.insert({ ...ann, employeeId: "E2", email: "Ann@x.org" });
    },
  },
  "index.contended": {
    help: "Spread the writes over several rows, and call again.",
    async raise({ tables, service, client }) {
      await service.createTables([Employee]);
      await service.entities(Employee).insert(ann);
      const { partitionKey, rowKey } = Employee.key(ann);
      const change = { note: edm.string("x") };
      const overtaken = client({
        random: () => 0,
        async transport(request) {
          const response = await tables(request);
          if (request.method === "GET")
            await service.table("Company").merge({ partitionKey, rowKey }, change, { ifMatch: "*" });
          return response;
        },
      });
      await overtaken.entities(Employee).merge(ann, { email: "ann@y.org" }, { ifMatch: "*" });
    },
  },
};
