/** An error with which the service responds to a request. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;
  /** Header fields of this error, alternating name and value. */
  readonly headers: readonly string[];
  /** Cause of the error, for messages about seeded or imported rows. It may be more exact than the service's own message. */
  readonly reason: string;

  constructor(
    code: ServiceErrorCode,
    message?: string,
    headers: readonly string[] = [],
    details: { readonly code?: string; readonly status?: number; readonly reason?: string } = {},
  ) {
    const [status, text] = errorTable[code];
    super(message ?? text);
    this.name = "ServiceError";
    this.code = details.code ?? code;
    this.status = details.status ?? status;
    this.headers = headers;
    this.reason = details.reason ?? this.message;
  }

  /** Returns the same error with another message. */
  withMessage(message: string): ServiceError {
    return new ServiceError("InternalError", message, this.headers, { code: this.code, status: this.status });
  }
}

/**
 * Status and message of every error code of this service.
 * https://learn.microsoft.com/rest/api/storageservices/table-service-error-codes
 * https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes
 */
const errorTable = {
  AtomFormatNotSupported: [415, "Atom is not supported. Ask for JSON in the Accept header."],
  AuthenticationFailed: [
    403,
    "Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.",
  ],
  AuthorizationFailure: [403, "This request is not authorized to perform this operation."],
  AuthorizationPermissionMismatch: [
    403,
    "This request is not authorized to perform this operation using this permission.",
  ],
  AuthorizationProtocolMismatch: [403, "This request is not authorized to perform this operation using this protocol."],
  AuthorizationResourceTypeMismatch: [
    403,
    "This request is not authorized to perform this operation using this resource type.",
  ],
  AuthorizationServiceMismatch: [403, "This request is not authorized to perform this operation using this service."],
  AuthorizationSourceIPMismatch: [
    403,
    "This request is not authorized to perform this operation using this source IP address.",
  ],
  CommandsInBatchActOnDifferentPartitions: [400, "All commands in a batch must operate on same entity group."],
  CorsPreflightFailure: [403, "CORS not enabled or no matching rule found for this request."],
  DuplicatePropertiesSpecified: [400, "The entity has two properties with the same name."],
  EntityAlreadyExists: [409, "The specified entity already exists."],
  EntityTooLarge: [400, "The entity is larger than the maximum allowed size (1MB)."],
  InsufficientAccountPermissions: [403, "The account being accessed does not have sufficient permissions."],
  InternalError: [500, "Server encountered an internal error. Please try again after some time."],
  InvalidAuthenticationInfo: [
    401,
    "Server failed to authenticate the request. Please refer to the information in the www-authenticate header.",
  ],
  InvalidDuplicateRow: [
    400,
    "The batch request contains multiple changes with same row key. An entity can appear only once in a batch request.",
  ],
  InvalidHeaderValue: [400, "The value for one of the HTTP headers is not in the correct format."],
  InvalidInput: [400, "One of the request inputs is not valid."],
  InvalidQueryParameterValue: [400, "Value for one of the query parameters specified in the request URI is invalid."],
  InvalidResourceName: [400, "The specifed resource name contains invalid characters."],
  InvalidUri: [400, "The requested URI does not represent any resource on the server."],
  InvalidXmlDocument: [400, "XML specified is not syntactically valid."],
  JsonFormatNotSupported: [415, "This JSON format is not supported."],
  MediaTypeNotSupported: [415, "None of the provided media types are supported"],
  MethodNotAllowed: [405, "The resource does not support this method."],
  MissingRequiredHeader: [400, "An HTTP header that's mandatory for this request is not specified."],
  NotImplemented: [501, "The requested operation is not implemented on the specified resource."],
  OperationTimedOut: [500, "Operation could not be completed within the specified time."],
  OutOfRangeInput: [400, "One of the request inputs is out of range."],
  PropertiesNeedValue: [400, "The values are not specified for all properties in the entity."],
  PropertyNameInvalid: [400, "The property name is invalid."],
  PropertyNameTooLong: [400, "The property name exceeds the maximum allowed length (255)."],
  PropertyValueTooLarge: [
    400,
    "The property value exceeds the maximum allowed size (64KB). If the property value is a string, it is UTF-16 encoded and the maximum number of characters should be 32K or less.",
  ],
  RequestBodyTooLarge: [413, "The request body is too large and exceeds the maximum permissible limit."],
  ResourceNotFound: [404, "The specified resource does not exist."],
  ServerBusy: [503, "The server is busy."],
  TableAlreadyExists: [409, "The table specified already exists."],
  TableBeingDeleted: [409, "The specified table is being deleted. Try operation later."],
  TableNotFound: [404, "The table specified does not exist."],
  TooManyProperties: [
    400,
    "The entity contains more properties than allowed. Each entity can include up to 252 properties to store data. Each entity also has 3 system properties.",
  ],
  TooManyRequests: [429, "The request rate is too large."],
  UpdateConditionNotSatisfied: [412, "The update condition specified in the request was not satisfied."],
  XMethodIncorrectValue: [400, "X-HTTP-Method must be MERGE, PATCH, PUT or DELETE."],
  XMethodNotUsingPost: [400, "X-HTTP-Method is only allowed with POST."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ServiceErrorCode = keyof typeof errorTable;

export function isErrorCode(code: string): code is ServiceErrorCode {
  return Object.hasOwn(errorTable, code);
}

/** Default error code of each status, for a `respond` fault that sets only the status. */
export const presetCodes: ReadonlyMap<number, ServiceErrorCode> = new Map<number, ServiceErrorCode>([
  [400, "InvalidInput"],
  [401, "InvalidAuthenticationInfo"],
  [403, "AuthorizationFailure"],
  [404, "ResourceNotFound"],
  [409, "TableBeingDeleted"],
  [412, "UpdateConditionNotSatisfied"],
  [413, "RequestBodyTooLarge"],
  [429, "TooManyRequests"],
  [500, "InternalError"],
  [501, "NotImplemented"],
  [503, "ServerBusy"],
]);

/**
 * Codes of errors that the service's front door finds, before the request reaches the table provider. Among errors in JSON, only these have
 * `x-ms-error-code`.
 */
export const frontDoorErrors: ReadonlySet<string> = new Set<ServiceErrorCode>([
  "AuthenticationFailed",
  "InvalidAuthenticationInfo",
  "InvalidHeaderValue",
  "MissingRequiredHeader",
]);
