import { describe, expect, it } from "vitest";
import { findErrorCode } from "./service-error-codes.js";

const unheardOf = 418;

describe("the code of a refusal", () => {
  it.each([
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
  ])("follows the service's %s, whatever the status: %s", (serviceCode, code) => {
    expect(findErrorCode(unheardOf, serviceCode, undefined)).toBe(code);
  });

  it.each([
    [400, "service.rejected"],
    [401, "auth.failed"],
    [403, "auth.forbidden"],
    [404, "entity.not-found"],
    [408, "service.timeout"],
    [409, "service.rejected"],
    [412, "entity.condition-not-met"],
    [413, "request.too-large"],
    [429, "service.busy"],
    [499, "service.rejected"],
    [500, "service.error"],
    [501, "service.not-supported"],
    [502, "service.error"],
    [503, "service.busy"],
    [504, "service.timeout"],
  ])("follows the status %i where the service's code says nothing: %s", (status, code) => {
    expect(findErrorCode(status, undefined, undefined)).toBe(code);
    expect(findErrorCode(status, "NeverHeardOf", "getEntity")).toBe(code);
  });

  it.each(["createTable", "deleteTable", "getAccessPolicies", "setAccessPolicies", "queryTables"])(
    "of %s says that the table is missing, where nothing is named",
    (operation) => {
      expect(findErrorCode(404, "ResourceNotFound", operation)).toBe("table.not-found");
      expect(findErrorCode(404, undefined, operation)).toBe("table.not-found");
      expect(findErrorCode(409, "EntityAlreadyExists", operation)).toBe("entity.already-exists");
    },
  );

  it.each(["getEntity", "deleteEntity", "submitTransaction", undefined])(
    "of %s says that the entity is missing",
    (operation) => {
      expect(findErrorCode(404, "ResourceNotFound", operation)).toBe("entity.not-found");
    },
  );
});

it("a code that only contains a known one is not known", () => {
  for (const code of ["NoAuthorizationFailure", "ServerBusyNow", "ResourceNotFound TableNotFound", ""])
    expect(findErrorCode(unheardOf, code, "getEntity")).toBe("service.rejected");
});
