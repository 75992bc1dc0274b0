import { ServiceError } from "../errors/service-error.js";
import type { ServiceKind } from "./limits.js";

/** Refuses a name no table can be created with. The order of the checks is the service's. */
export function checkTableName(name: string, kind: ServiceKind): void {
  if (kind === "cosmos") {
    if (name === "" || /[/\\#?]/.test(name)) throw new ServiceError("InvalidInput");
    return;
  }
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name) && name !== "") throw new ServiceError("InvalidResourceName");
  if (name.length < 3 || name.length > 63) {
    throw new ServiceError(
      "OutOfRangeInput",
      "The specified resource name length is not within the permissible limits.",
    );
  }
  if (name.toLowerCase() === "tables") throw new ServiceError("InvalidInput");
}
