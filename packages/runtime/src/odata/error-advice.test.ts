import { describe, expect, it } from "vitest";
import { isFromService, readErrorBody, toServiceError } from "./error-body.js";

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

describe("the parts of an error body", () => {
  const read = (text: string) => readErrorBody({ headers: [], body: encode(json("InvalidInput", text)) });

  it.each([
    ["9999:x", 9999, "x"],
    ["99999:x", undefined, "99999:x"],
    ["a 1:x", undefined, "a 1:x"],
    [":x", undefined, ":x"],
  ])("%j has the index %s", (text, index, message) => {
    expect(read(text)).toMatchObject({ index, message });
  });

  it("have their lines to themselves", () => {
    expect(read("x\nNo RequestId:a\nno Time:b")).toMatchObject({ requestId: undefined, time: undefined });
    expect(read("x\r\nrequestid:a\r\ntime:b\r\n")).toMatchObject({ requestId: "a", time: "b", message: "x" });
  });

  it.each([
    ["A", "A"],
    [`A${"b".repeat(63)}`, `A${"b".repeat(63)}`],
    [`A${"b".repeat(64)}`, undefined],
    ["9A", undefined],
    ["A b", undefined],
    ["-A", undefined],
  ])("the code %s is read as %s", (code, found) => {
    expect(readErrorBody({ headers: [], body: encode(json(code, "x")) }).serviceCode).toBe(found);
  });

  it.each([
    ["Error", "InvalidInput"],
    ["error", "InvalidInput"],
    ["xError", undefined],
    ["Errors", undefined],
  ])("of the XML element %s hold the code %s", (root, code) => {
    const body = encode(`<${root}><Code>InvalidInput</Code></${root}>`);
    expect(readErrorBody({ headers: [], body }).serviceCode).toBe(code);
  });

  it.each([
    [256 * 1024, "InvalidInput"],
    [256 * 1024 + 1, undefined],
  ])("of %d bytes hold the code %s", (size, code) => {
    const body = encode(json("InvalidInput", "x").padEnd(size));
    expect(readErrorBody({ headers: [], body }).serviceCode).toBe(code);
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
      `on table Shop: the response has status ${status} and is not one that the Table service sends; it is empty. Check the endpoint and any proxy in between.`,
    );
  });
});
