import type { HttpResponse } from "../http/http-message.js";

/** The value of a response header, whatever the letter case in which it came. */
export function headerValue(headers: readonly string[], lowerCaseName: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] as string;
    if (name.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName) return headers[index + 1];
  }
  return undefined;
}

/** The text of a response's body, without a copy of its bytes. */
export function bodyText({ body }: HttpResponse): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
}
