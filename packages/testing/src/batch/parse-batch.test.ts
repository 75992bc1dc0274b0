import { describe, expect, it } from "vitest";
import { parseBatch } from "./parse-batch.js";

const type = "multipart/mixed; boundary=batch_b";
const part = (request: string, head = "Content-Type: application/http") => `${head}\r\n\r\n${request}`;
const insert = 'POST http://host/Shop HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n';

function changeSet(...parts: string[]): string {
  const inner = parts.map((text) => `--c\r\n${text}\r\n`).join("");
  return `--batch_b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${inner}--c--\r\n--batch_b--\r\n`;
}

describe("a batch", () => {
  it("is divided into its requests", () => {
    const { changeSet: isChangeSet, parts } = parseBatch(type, changeSet(part(insert), part(`\r\n\r\n${insert}`)));
    expect(isChangeSet).toBe(true);
    expect(parts).toHaveLength(2);
    for (const { method, url, headers, body } of parts) {
      expect({ method, url, body }).toEqual({ method: "POST", url: "http://host/Shop", body: '{"a":1}' });
      expect([...headers]).toEqual([["content-type", "application/json"]]);
    }
  });

  it("may have headers without a blank behind the colon", () => {
    const bare = part(insert.replace("Content-Type: ", "Content-Type:"), "Content-Type:application/http");
    expect([...(parseBatch(type, changeSet(bare)).parts[0]?.headers ?? [])]).toEqual([
      ["content-type", "application/json"],
    ]);
  });

  it("has the first value of a header that is repeated", () => {
    const text = insert.replace("\r\n\r\n", "\r\nPrefer: return-no-content\r\nprefer: return-content\r\n\r\n");
    const [found] = parseBatch(type, changeSet(part(text))).parts;
    expect([...(found?.headers ?? [])]).toEqual([
      ["content-type", "application/json"],
      ["prefer", "return-no-content"],
    ]);
  });

  it("leaves out lines of a head without a name", () => {
    const text = insert.replace("\r\n\r\n", "\r\nno colon\r\n: no name\r\nA:\r\nb:c:d\r\n\r\n");
    const [found] = parseBatch(type, changeSet(part(text))).parts;
    expect([...(found?.headers ?? [])]).toEqual([
      ["content-type", "application/json"],
      ["a", ""],
      ["b", "c:d"],
    ]);
  });

  it("may be a single read", () => {
    const text = `--batch_b\r\n${part("GET http://host/Shop HTTP/1.1\r\nAccept: application/json")}\r\n--batch_b--`;
    expect(parseBatch(type, text)).toMatchObject({ changeSet: false, parts: [{ method: "GET", body: "" }] });
  });

  it("takes a quoted boundary, LF, and blanks behind a delimiter", () => {
    const text = changeSet(part(insert)).replaceAll("\r\n", "\n").replaceAll("--c\n", "--c \t\n");
    expect(parseBatch('Multipart/Mixed; boundary="batch_b"', text).parts).toHaveLength(1);
  });

  it("does not take for a delimiter what only begins like one, or stands within a line", () => {
    const body = insert.replace('{"a":1}', '{"a":"--c","b":1}\r\n--cc');
    expect(parseBatch(type, changeSet(part(body))).parts[0]?.body).toBe('{"a":"--c","b":1}\r\n--cc');
  });

  it.each<[string, string, string?]>([
    ["text before the request line", changeSet(part(`x\r\n${insert}`))],
    ["another version of HTTP", changeSet(part(insert.replace("HTTP/1.1", "HTTP/2.0")))],
    ["a request line that goes on", changeSet(part(insert.replace("HTTP/1.1", "HTTP/1.1 x")))],
    ["a part of another type", changeSet(part(insert, "Content-Type: application/https"))],
    ["a part without a type", changeSet(part(insert, "X: y"))],
    ["no delimiter", "x"],
    ["two change sets", changeSet(part(insert)).replace("--batch_b--", `${changeSet(part(insert))}`)],
    ["no boundary", changeSet(part(insert)), "multipart/mixed"],
    ["another type", changeSet(part(insert)), "x-multipart/mixed; boundary=batch_b"],
  ])("is refused with %s", (_, body, contentType = type) => {
    expect(() => parseBatch(contentType, body)).toThrow(expect.objectContaining({ code: "InvalidInput" }));
  });
});
