import type { Call, Reply } from "../service/call.js";
import type { OperationName } from "../service/operation-name.js";

/** One page of the REST reference. */
export interface Operation {
  readonly name: OperationName;
  /** Changes what is stored, so that the secondary refuses it. */
  readonly writes: boolean;
  run(call: Call): Reply;
}
