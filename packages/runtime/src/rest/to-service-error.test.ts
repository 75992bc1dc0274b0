import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFromService } from "../http/error-body.js";
import { law } from "../test/law.js";
import { markAmbiguous, writeError } from "../write/write-errors.js";
import { findErrorCode, toServiceError } from "./to-service-error.js";

const encode = (text: string) => new TextEncoder().encode(text);
const json = (code: string, value: string) =>
  JSON.stringify({ "odata.error": { code, message: { lang: "en-US", value } } });

function messageOf(status: number, code: string, operation?: string, text = "Refused") {
  return toServiceError({ status, headers: [], body: encode(json(code, text)) }, { operation, table: "Shop" }).message;
}

const noAccount = "The endpoint has no such account. Check its account name. Azurite's account is devstoreaccount1";

describe("an error of the service tells what to do", () => {
  it.each<[number, string, string, string]>([
    [403, "AuthenticationFailed", "getEntity", "Check the account name and key, or the dates, table and policy"],
    [403, "AuthorizationFailure", "getEntity", "Check the permissions of the credential. Azurite also refuses"],
    [
      400,
      "MissingRequiredHeader",
      "getEntity",
      "The client sends it: a package that changes node:http, fetch or undici",
    ],
    [412, "UpdateConditionNotSatisfied", "updateEntity", "The row has changed since it was read"],
    [409, "TableBeingDeleted", "createTable", "Its name becomes available again in about a minute"],
    [404, "TableNotFound", "insertEntity", "Create it, with createTables or tables.create(name)."],
    [404, "ResourceNotFound", "createTable", noAccount],
    [404, "ResourceNotFound", "queryTables", noAccount],
    [404, "ResourceNotFound", "getServiceProperties", noAccount],
    [404, "ResourceNotFound", "setServiceProperties", noAccount],
  ])("after %d %s of %s", (status, code, operation, help) => {
    expect(messageOf(status, code, operation)).toContain(
      `${operation} on table Shop: the service returned ${status} ${code}: Refused. ${help}`,
    );
  });

  it.each<[number, string, string | undefined]>([
    [400, "InvalidInput", "createTable"],
    [405, "InvalidInput", "queryTables"],
    [500, "InternalError", "setServiceProperties"],
    [409, "EntityAlreadyExists", "insertEntity"],
    [404, "ResourceNotFound", "getEntity"],
    [404, "ResourceNotFound", undefined],
  ])("and nothing where it tells that itself: %d %s of %s", (status, code, operation) => {
    expect(messageOf(status, code, operation)).toMatch(/: Refused\.$/);
  });

  it.each([
    ["Refused", "Refused."],
    ["Refused.", "Refused."],
    ["Refused!", "Refused!"],
    ["Why? Refused", "Why? Refused."],
    ["Refused…", "Refused…"],
  ])("behind the sentence of the service: %s", (text, said) => {
    expect(messageOf(400, "InvalidInput", "getEntity", text)).toBe(
      `getEntity on table Shop: the service returned 400 InvalidInput: ${said}`,
    );
  });

  it("without a message, an operation or a table", () => {
    const response = (body: string) => ({ status: 500, headers: [], body: encode(body) });
    expect(toServiceError(response("")).message).toBe("The service returned 500: the response gave no reason.");
    expect(toServiceError(response(json("InternalError", ""))).message).toBe("The service returned 500 InternalError.");
    expect(toServiceError(response(json("InternalError", "x\nRequestId:a-1")), { table: "Shop" }).message).toBe(
      "on table Shop: the service returned 500 InternalError: x. (request a-1)",
    );
  });
});

describe("the error", () => {
  it.each([
    [400, "InvalidInput", "service.rejected"],
    [400, "PropertyNameInvalid", "property.invalid-name"],
    [400, "EntityTooLarge", "entity.too-large"],
    [401, undefined, "auth.failed"],
    [403, "AuthenticationFailed", "auth.failed"],
    [403, "AuthorizationFailure", "auth.forbidden"],
    [403, undefined, "auth.forbidden"],
    [404, "ResourceNotFound", "entity.not-found"],
    [404, "TableNotFound", "table.not-found"],
    [408, undefined, "service.timeout"],
    [409, "EntityAlreadyExists", "entity.already-exists"],
    [409, "TableAlreadyExists", "table.already-exists"],
    [409, "TableBeingDeleted", "table.being-deleted"],
    [412, "UpdateConditionNotSatisfied", "entity.condition-not-met"],
    [413, "RequestBodyTooLarge", "request.too-large"],
    [429, undefined, "service.busy"],
    [500, "OperationTimedOut", "service.timeout"],
    [500, "InternalError", "service.error"],
    [501, "NotImplemented", "service.not-supported"],
    [502, undefined, "service.error"],
    [503, "ServerBusy", "service.busy"],
  ])("of %s %s is %s, with status, service code and request id", (status, serviceCode, code) => {
    const body = encode(serviceCode === undefined ? "" : json(serviceCode, "Text.\nRequestId:a1\nTime:2021"));
    const error = toServiceError(
      { status, headers: ["x-ms-request-id", "a1"], body, attempts: 3, ambiguousAttempts: [] },
      { operation: "insertEntity", table: "Shop" },
    );
    expect(error).toMatchObject({
      code,
      status,
      serviceCode,
      requestId: "a1",
      operation: "insertEntity",
      table: "Shop",
      attempts: 3,
      ambiguous: true,
    });
    expect(error.message).toMatch(new RegExp(`^insertEntity on table Shop: the service returned ${status}`));
  });

  it("of a missing resource is about the table where the operation is", () => {
    const response = { status: 404, headers: [], body: encode(json("ResourceNotFound", "x")) };
    expect(toServiceError(response, { operation: "deleteTable", table: "Shop" }).code).toBe("table.not-found");
    expect(toServiceError(response, { operation: "getEntity", table: "Shop" }).code).toBe("entity.not-found");
  });

  it("repeats no secret that the service or a proxy quotes", () => {
    const quoted = [
      "The MAC signature found in the HTTP request 'CANARY/1+2=' is not the same as any computed signature.",
      "GET https://a.table.core.windows.net/T()?sv=2019-02-02&sig=CANARY%2B1&se=x refused",
      "Authorization: SharedKeyLite acct:CANARY/1+2= is bad",
      "Authorization: Bearer CANARY.x-y_z is bad",
      'header {"sig":"CANARY"}',
      "AccountKey=CANARY/1+2==;EndpointSuffix=x",
      "proxy http://user:CANARY@proxy:1 refused",
    ];
    for (const text of quoted) {
      const response = { status: 403, headers: [], body: encode(json("AuthenticationFailed", text)) };
      const error = toServiceError(response, {});
      expect(JSON.stringify(error) + error.message).not.toContain("CANARY");
    }
  });

  it("shows what a terminal would obey, and cuts what is long", () => {
    const text = `\u001b[2J\u202eevil\u009b1m\u2028${"x".repeat(5000)}`;
    for (const body of [
      json("InvalidInput", text),
      `<error><code>InvalidInput</code><message>${text}</message></error>`,
    ]) {
      const { message } = toServiceError({ status: 400, headers: [], body: encode(body) }, {});
      expect(message).toContain("returned 400 InvalidInput: \\u{1b}[2J\\u{202e}evil\\u{9b}1m\\u{2028}xxx");
      expect(message.length).toBeLessThan(1200);
    }
    const page = toServiceError({ status: 404, headers: [], body: encode(`<p>\u001b[2J${"x".repeat(5000)}`) }, {});
    expect(page.message).toContain('it begins with "<p>\\u{1b}[2Jxxx');
    expect(page.message.length).toBeLessThan(400);
  });

  it("hides no status and throws nothing, whatever the body and headers hold", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.constantFrom(
        "<Error>",
        "<Code>",
        "</Code>",
        "</Error>",
        "<m:error>",
        "&#x41;",
        "&lt;",
        "<![CDATA[",
        "]]>",
        "<!--",
        "\ufeff",
      ),
      fc.constantFrom('{"odata.error":', '{"code":"X","message":{"value":"1:a"}}', "}", "RequestId:", "\n"),
    );
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(piece, { maxLength: 8 }).map((pieces) => encode(pieces.join(""))),
    );
    const headers = fc.array(
      fc.oneof(fc.constantFrom("x-ms-error-code", "x-ms-request-id"), fc.string({ unit: "binary" })),
    );
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), headers, body, (status, names, bytes) => {
        expect(toServiceError({ status, headers: names, body: bytes }).status).toBe(status);
      }),
      law(10_000),
    );
  });
});

it.each([
  [409, ["x-ms-error-code", "TableAlreadyExists"], "", "The service returned 409 TableAlreadyExists."],
  [418, [], "", "The service returned 418: the response gave no reason."],
  [403, [], "", "the response gave no reason. Check the"],
  [400, [], '{"odata.error":{"code":"Odd","message":{"value":"So it is"}}}', "returned 400 Odd: So it is."],
])("an error is made of whole sentences: %i %j", (status, headers, body, message) => {
  const answer = { status, headers, body: new TextEncoder().encode(body) };
  expect(toServiceError(answer).message).toContain(message);
});

describe("an answer that the service does not send", () => {
  const page = (status: number, body: string, headers: readonly string[] = []) => ({
    status,
    headers,
    body: encode(body),
  });
  const ending =
    "Check the endpoint, any proxy in between, and mocks of HTTP in this process (https://github.com/tablewright/tablewright/blob/main/packages/docs/pages/guide/troubleshooting.md#a-proxy-or-a-mock-answers).";

  it.each([
    [
      page(404, "<html>"),
      { operation: "getEntity", table: "Shop" },
      `getEntity on table Shop: the response has status 404 and is not one that the Table service sends; it begins with "<html>". ${ending}`,
    ],
    [
      page(412, ""),
      { operation: "queryTables" },
      `queryTables: the response has status 412 and is not one that the Table service sends; it is empty. ${ending}`,
    ],
    [
      page(302, "", ["x-ms-version", "1"]),
      {},
      `the response has status 302 and is not one that the Table service sends; it is empty. ${ending}`,
    ],
    [
      page(404, "", ["Via", "x-ms-proxy"]),
      {},
      `the response has status 404 and is not one that the Table service sends; it is empty. ${ending}`,
    ],
  ])("is an error that shows its beginning: %#", (answer, about, message) => {
    const error = toServiceError(answer, about);
    expect(error).toMatchObject({ code: "response.malformed", message, status: answer.status, ...about });
    expect(error.serviceCode).toBeUndefined();
  });

  it.each([
    ["a header", page(400, "", ["X-MS-Version", "1"]), true],
    ["the body of OData", page(400, '{"odata.error":{"code":"x"}}'), true],
    ["XML that other services send as well", page(400, "<Error><Code>x</Code></Error>"), false],
    ["the body of OData XML", page(400, "<m:error><m:code>x</m:code></m:error>"), true],
    ["the value of a header", page(400, "<html>", ["Via", "x-ms-proxy"]), false],
    ["a page", page(400, "<html>code</html>"), false],
  ])("is told by %s", (_, answer, expected) => {
    expect(isFromService(answer)).toBe(expected);
  });
});

describe("a refusal", () => {
  const body = encode("<html>");

  it.each<[readonly string[], boolean]>([
    [["x-ms-request-id", "a"], true],
    [["Date", "x", "X-Ms-Version", "y"], true],
    [["via", "x-ms-proxy"], false],
    [["not-x-ms-request-id", "a"], false],
    [[], false],
  ])("with the headers %j is the service's: %s", (headers, expected) => {
    expect(isFromService({ headers, body })).toBe(expected);
    expect(toServiceError({ status: 404, headers, body }).code === "response.malformed").toBe(!expected);
    expect(toServiceError({ status: 412, headers, body }).code === "response.malformed").toBe(!expected);
  });

  it("with its error body is the service's", () => {
    const isBelieved = (text: string) => isFromService({ headers: [], body: encode(text) });
    for (const text of [json("A", "x"), "<m:error><m:code>A</m:code></m:error>"]) expect(isBelieved(text)).toBe(true);
    const truncated = json("A", "x").slice(0, -4);
    const pages = ["<p>Incident <code>8f3a</code></p>", "<Error><Code>AccessDenied</Code></Error>", truncated, "{}"];
    for (const text of pages) expect(isBelieved(text)).toBe(false);
  });

  it.each([200, 304, 399])("is no response of status %d", (status) => {
    const error = toServiceError({ status, headers: ["x-ms-request-id", "a"], body: encode("") }, { table: "Shop" });
    expect(error.message).toBe(
      `on table Shop: the response has status ${status} and is not one that the Table service sends; it is empty. Check the endpoint, any proxy in between, and mocks of HTTP in this process (https://github.com/tablewright/tablewright/blob/main/packages/docs/pages/guide/troubleshooting.md#a-proxy-or-a-mock-answers).`,
    );
  });
});

describe("an error of the service has the response's", () => {
  const error = (...headers: string[]) =>
    toServiceError({ status: 429, headers, body: encode(json("ServerBusy", "Busy")) }, { table: "Shop" });

  it.each<[string, string, number | undefined]>([
    ["Retry-After", "17", 17_000],
    ["x-ms-retry-after-ms", "250", 250],
    ["Retry-After", "soon", undefined],
  ])("%s: %s", (name, value, ms) => {
    const { retryAfterMs } = error(name, value);
    expect(retryAfterMs).toBe(ms);
    expect("retryAfterMs" in error(name, value)).toBe(ms !== undefined);
  });

  it("header fields, without cookies, and copies of it too", () => {
    const busy = error("Retry-After", "17", "X-Ms-Request-Id", "r1", "Set-Cookie", "secret=1");
    expect(busy.headers).toEqual({ "retry-after": "17", "x-ms-request-id": "r1" });
    const write = { name: "insert", entity: "Order", partitionKey: "p", rowKey: "r" } as never;
    expect(writeError(busy, write)).toMatchObject({ retryAfterMs: 17_000, headers: busy.headers });
    expect(markAmbiguous(busy, [])).toMatchObject({ retryAfterMs: 17_000, headers: busy.headers });
    expect(Object.keys(busy)).not.toContain("headers");
  });
});

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
