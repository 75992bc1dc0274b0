import { ServiceError } from "../errors/service-error.js";
import type { Limits } from "./limits.js";

const loneSurrogate = /\p{Cs}/u;
const forbidden = /[/\\#?\x00-\x1f\x7f-\x9f]/;

export type KeyName = "PartitionKey" | "RowKey";

/** Refuses a key that no entity can have. */
export function checkKey(name: KeyName, key: string, limits: Limits): void {
  if (loneSurrogate.test(key)) throw new ServiceError("InvalidInput", `The '${name}' holds a lone surrogate.`);
  if (forbidden.test(key)) {
    throw new ServiceError("OutOfRangeInput", `The '${name}' parameter of value '${key}' is out of range.`);
  }
  if (key.length > limits.keyUnits) {
    throw new ServiceError(
      "PropertyValueTooLarge",
      `The '${name}' is longer than the maximum allowed size of a key (${limits.keyUnits} characters).`,
    );
  }
  if (name === "RowKey" && Buffer.byteLength(key) > limits.rowKeyBytes) throw new ServiceError("PropertyValueTooLarge");
  if (key === "" && !limits.emptyKeys) {
    throw new ServiceError("PropertiesNeedValue", "PartitionKey/RowKey cannot be empty");
  }
}
