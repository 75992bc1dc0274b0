import type { ErrorCode } from "../errors/error-codes.js";

/**
 * Error codes of the service, separated by spaces, for each error code of Tablewright.
 * @see https://learn.microsoft.com/rest/api/storageservices/table-service-error-codes
 * @see https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes
 */
const serviceCodes: Readonly<Partial<Record<ErrorCode, string>>> = {
  "entity.already-exists": "EntityAlreadyExists",
  "entity.not-found": "EntityNotFound ResourceNotFound",
  "entity.condition-not-met": "UpdateConditionNotSatisfied ConditionNotMet",
  "entity.too-large": "EntityTooLarge",
  "entity.too-many-properties": "TooManyProperties",
  "property.invalid-name": "PropertyNameInvalid PropertyNameTooLong",
  "value.too-long": "PropertyValueTooLarge",
  "key.too-long": "KeyValueTooLarge",
  "table.already-exists": "TableAlreadyExists",
  "table.being-deleted": "TableBeingDeleted",
  "table.not-found": "TableNotFound",
  "table.invalid-name": "InvalidResourceName",
  "auth.failed": "AuthenticationFailed InvalidAuthenticationInfo NoAuthenticationInformation",
  "auth.forbidden": "InsufficientAccountPermissions AccountIsDisabled",
  "service.busy": "ServerBusy AccountIOPSLimitExceeded",
  "service.timeout": "OperationTimedOut",
  "request.too-large": "RequestBodyTooLarge ContentLengthExceeded",
  "service.not-supported": "NotImplemented",
};

const byServiceCode: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  Object.entries(serviceCodes).flatMap(([code, names]) =>
    names.split(" ").map((name): [string, string] => [name, code]),
  ),
);

const byStatus: Readonly<Record<number, ErrorCode>> = {
  401: "auth.failed",
  403: "auth.forbidden",
  404: "entity.not-found",
  408: "service.timeout",
  412: "entity.condition-not-met",
  413: "request.too-large",
  429: "service.busy",
  501: "service.not-supported",
  503: "service.busy",
  504: "service.timeout",
};

/** Operations on tables. If the service reports a missing resource for one of them, the table is missing, not a row. */
const aboutTables: ReadonlySet<string> = new Set([
  "createTable",
  "deleteTable",
  "queryTables",
  "getAccessPolicies",
  "setAccessPolicies",
]);

/** Returns Tablewright's code for a code of the service; undefined if the latter is not known. */
function findKnownCode(serviceCode = ""): ErrorCode | undefined {
  // Six codes begin like this, such as AuthorizationPermissionMismatch. They mean that the credential does not permit the request. In a
  // malformed response the code may be any JSON value, which `test` accepts.
  if (/^Authorization/.test(serviceCode)) return "auth.forbidden";
  return byServiceCode.get(serviceCode) as ErrorCode | undefined;
}

/** Returns Tablewright's code for an error response: by the service's code if it is known, otherwise by the status. */
export function findErrorCode(
  status: number,
  serviceCode: string | undefined,
  operation: string | undefined,
): ErrorCode {
  const code = findKnownCode(serviceCode) ?? byStatus[status] ?? (status >= 500 ? "service.error" : "service.rejected");
  return code === "entity.not-found" && operation !== undefined && aboutTables.has(operation)
    ? "table.not-found"
    : code;
}
