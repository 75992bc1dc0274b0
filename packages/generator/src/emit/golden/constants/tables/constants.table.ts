import { edm, entity } from "tablewright";
import * as model from "../model/status.js";
import { limits, Priority, Status } from "../model/status.js";

const prefix = "ticket";
const longer = limits.name + 8;

export const Ticket = entity({
  table: "Tickets",
  kind: `${prefix}-v${2}`,
  properties: {
    id: edm.string({ maxLength: longer }),
    status: edm.string({ oneOf: Object.values(Status), default: Status.Open }),
    priority: edm.string({ oneOf: Object.values(model.Priority), default: Priority.low }),
    code: edm.string({ oneOf: limits.codes }),
    final: edm.string({ oneOf: [model.Status.Closed, Priority["high"]] }).optional(),
    balance: edm.int32({ min: limits.least, max: -limits.least }),
  },
  partitionKey: (k) => [Status.Open + "-" + Status.Closed, k.status],
  rowKey: (k) => [prefix, k.id],
});
