import { type ResponseHeaders, ServiceError } from "../errors/call-errors.js";
import type { ErrorCode } from "../errors/error-codes.js";
import { foreignText } from "../errors/format-value.js";
import { checkProxy, troubleshooting } from "../errors/table-error.js";
import { demandsToken, type ErrorBody, hasServiceHeader, readErrorBody } from "../http/error-body.js";
import type { HttpResponse } from "../http/http-message.js";
import { retryAfter } from "../http/retry-delay.js";
import { bufferOver } from "../platform/node.js";
import { currentTime } from "../platform/time.js";

/** Operation and table of a request, for the error of its response. */
interface ErrorContext {
  readonly operation?: string | undefined;
  readonly table?: string | undefined;
}

/** Creates the error of a response that an operation does not expect. @param about the operation and the table of the request */
export function toServiceError(response: HttpResponse, about: ErrorContext = {}): ServiceError {
  const body = readErrorBody(response);
  if (!isServiceResponse(response, body)) return malformed(response, about);
  const code = findErrorCode(response.status, body.serviceCode, about.operation);
  const subject = describeSubject(about);
  const detail = body.serviceCode === undefined ? "" : ` ${body.serviceCode}`;
  const said = sentence(body.message ?? (body.serviceCode === undefined ? "the response gave no reason" : ""));
  const id = body.requestId === undefined ? "" : ` (request ${body.requestId})`;
  const help = body.serviceCode === "MissingRequiredHeader" ? lostHeader : adviceFor(code, response, about.operation);
  return new ServiceError(
    code,
    `${subject === "" ? "The service" : `${subject}: the service`} returned ${response.status}${detail}${said === "" ? "." : `: ${said}`}${id}${help === undefined ? "" : ` ${help}`}`,
    {
      status: response.status,
      serviceCode: body.serviceCode,
      requestId: body.requestId,
      operation: about.operation,
      table: about.table,
      operationIndex: body.index,
      attempts: response.attempts,
      ambiguousAttempts: response.ambiguousAttempts,
      retryAfterMs: retryAfter(response.headers, currentTime()),
      headers: headersOf(response),
    },
  );
}

/** Longest value of a header field that errors keep whole, in UTF-16 units. */
const maxHeaderValue = 1024;

/**
 * Returns the headers of a response by their names in lower case, without cookies, which may be secret. The other headers may repeat the
 * request, so secrets are removed from them too.
 */
function headersOf({ headers }: HttpResponse): ResponseHeaders {
  const fields: [string, string][] = [];
  for (let at = 0; at + 1 < headers.length; at += 2)
    fields.push([String(headers[at]).toLowerCase(), foreignText(String(headers[at + 1]), maxHeaderValue)]);
  return Object.fromEntries(fields.filter(([name]) => name !== "set-cookie"));
}

/** Adds a full stop to a sentence without one, so that another sentence can follow. */
function sentence(text: string): string {
  return text === "" || /[.!?…]$/.test(text) ? text : `${text}.`;
}

/**
 * Returns whether an error response counts as the service's. Only the service itself can say what state a row or table is in (404, 412). It
 * does so by a code in its error body, or by its own headers, which a proxy's page does not have. The service never reports an error with a
 * success or a redirect.
 */
function isServiceResponse({ status, headers }: HttpResponse, { serviceCode }: ErrorBody): boolean {
  if (status < 400) return false;
  if (status !== 404 && status !== 412) return true;
  return serviceCode !== undefined || hasServiceHeader(headers);
}

function malformed(response: HttpResponse, about: ErrorContext): ServiceError {
  const { status, attempts, ambiguousAttempts, body } = response;
  const subject = describeSubject(about);
  const start = foreignText(bufferOver(body.subarray(0, 4096)).toString(), 80);
  const found = start === "" ? "it is empty" : `it begins with "${start}"`;
  return new ServiceError(
    "response.malformed",
    `${subject === "" ? "" : `${subject}: `}the response has status ${status} and is not one that the Table service sends; ${found}. ${checkProxy}.`,
    {
      status,
      operation: about.operation,
      table: about.table,
      attempts,
      ambiguousAttempts,
      headers: headersOf(response),
    },
  );
}

function describeSubject({ operation, table }: ErrorContext): string {
  return [operation, table === undefined ? undefined : `on table ${table}`]
    .filter((part) => part !== undefined)
    .join(" ");
}

/** Advice if a header is missing. Every request has it, so something on the way has removed it. */
const lostHeader = `The client sends it: a package that changes node:http, fetch or undici, or a proxy, removes it. See ${troubleshooting}#a-required-header-is-missing`;

const azuriteAccount = "Azurite's account is devstoreaccount1.";

/** Advice by error code. It is appended to the service's message if that does not say what to do. */
const advice: Partial<Record<ErrorCode, string>> = {
  "auth.failed": "Check the account name and key, or the dates, table and policy of the shared access signature.",
  "auth.forbidden": `Check the permissions of the credential. Azurite also refuses a wrong account name or key this way. ${azuriteAccount}`,
  "entity.condition-not-met": "The row has changed since it was read: read it again, or use modify.",
  "table.being-deleted": "Its name becomes available again in about a minute; createTables waits for that.",
  "table.not-found": "Create it, with createTables or tables.create(name).",
};

/** Operations on the account itself. If one of them gets a 404, the account was not found. */
const onAccount: ReadonlySet<string | undefined> = new Set([
  "createTable",
  "queryTables",
  "getServiceProperties",
  "setServiceProperties",
]);

function adviceFor(code: ErrorCode, response: HttpResponse, operation: string | undefined): string | undefined {
  const { status } = response;
  if (demandsToken(response)) return "Check the tenant and the audience of the token, and the policies of its tenant.";
  if (status !== 404 || !onAccount.has(operation)) return advice[code];
  return `The endpoint has no such account. Check its account name. ${azuriteAccount}`;
}

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
