import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { RawResponse } from "./faults.js";

export function giveResponse(outgoing: ServerResponse, response: RawResponse | undefined): void {
  if (response === undefined) return void outgoing.destroy();
  outgoing.writeHead(response.status, response.headers as string[]);
  outgoing.end(response.body);
}

/** Sends a response slowly: the first bytes one by one. */
export async function giveSlowly(outgoing: ServerResponse, { status, headers, body }: RawResponse): Promise<void> {
  outgoing.writeHead(status, headers as string[]);
  for (const byte of body.subarray(0, 20)) {
    outgoing.write(Buffer.of(byte));
    await delay(2);
  }
  outgoing.end(body.subarray(20));
}

/** Sends half of a response and then nothing: half of its body, or of its head if it has no body. */
export function giveTruncated(outgoing: ServerResponse, { status, headers, body }: RawResponse): void {
  const lines = [`HTTP/1.1 ${status} Truncated`, ...(body.length === 0 ? [] : [`content-length: ${body.length}`])];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  const head = `${lines.join("\r\n")}\r\n\r\n`;
  const half = body.length === 0 ? head.slice(0, head.length / 2) : head;
  outgoing.socket?.write(half);
  outgoing.socket?.end(body.subarray(0, body.length / 2));
}
