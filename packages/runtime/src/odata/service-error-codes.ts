import type { ErrorCode } from "../errors/error-codes.js";

/**
 * Tablewright's error codes by the service's.
 * @see https://learn.microsoft.com/rest/api/storageservices/table-service-error-codes
 * @see https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes
 */
const byServiceCode: ReadonlyMap<string, ErrorCode> = new Map<string, ErrorCode>([
  ["EntityAlreadyExists", "entity.already-exists"],
  ["EntityNotFound", "entity.not-found"],
  ["ResourceNotFound", "entity.not-found"],
  ["UpdateConditionNotSatisfied", "entity.condition-not-met"],
  ["ConditionNotMet", "entity.condition-not-met"],
  ["EntityTooLarge", "entity.too-large"],
  ["TooManyProperties", "entity.too-many-properties"],
  ["PropertyNameInvalid", "property.invalid-name"],
  ["PropertyNameTooLong", "property.invalid-name"],
  ["PropertyValueTooLarge", "value.too-long"],
  ["KeyValueTooLarge", "key.too-long"],
  ["TableAlreadyExists", "table.already-exists"],
  ["TableBeingDeleted", "table.being-deleted"],
  ["TableNotFound", "table.not-found"],
  ["InvalidResourceName", "table.invalid-name"],
  ["AuthenticationFailed", "auth.failed"],
  ["InvalidAuthenticationInfo", "auth.failed"],
  ["NoAuthenticationInformation", "auth.failed"],
  ["AuthorizationFailure", "auth.forbidden"],
  ["AuthorizationPermissionMismatch", "auth.forbidden"],
  ["AuthorizationServiceMismatch", "auth.forbidden"],
  ["AuthorizationResourceTypeMismatch", "auth.forbidden"],
  ["AuthorizationProtocolMismatch", "auth.forbidden"],
  ["AuthorizationSourceIPMismatch", "auth.forbidden"],
  ["InsufficientAccountPermissions", "auth.forbidden"],
  ["AccountIsDisabled", "auth.forbidden"],
  ["ServerBusy", "service.busy"],
  ["AccountIOPSLimitExceeded", "service.busy"],
  ["OperationTimedOut", "service.timeout"],
  ["RequestBodyTooLarge", "request.too-large"],
  ["ContentLengthExceeded", "request.too-large"],
  ["NotImplemented", "service.not-supported"],
]);

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

/** Operations on tables. If their resource is missing, it is the table. */
const aboutTables: ReadonlySet<string> = new Set([
  "createTable",
  "deleteTable",
  "queryTables",
  "getAccessPolicies",
  "setAccessPolicies",
]);

/** Returns the code of an error response, by the service's code first, then by the status. */
export function findErrorCode(
  status: number,
  serviceCode: string | undefined,
  operation: string | undefined,
): ErrorCode {
  const code =
    (serviceCode === undefined ? undefined : byServiceCode.get(serviceCode)) ??
    byStatus[status] ??
    (status >= 500 ? "service.error" : "service.rejected");
  return code === "entity.not-found" && operation !== undefined && aboutTables.has(operation)
    ? "table.not-found"
    : code;
}
