import type { IncomingMessage } from "node:http";

/**
 * Reads the body of a request, up to a limit in bytes. If `Content-Length` exceeds the limit, returns an empty body. If the body itself
 * exceeds the limit, returns the bytes up to the end of the chunk that does. In both cases the service then rejects the request.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers["content-length"]) > limit) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (): void => {
      request.off("data", take).off("end", end).off("error", reject).pause();
      resolve(Buffer.concat(chunks));
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > limit) end();
    };
    request.on("data", take).on("end", end).on("error", reject);
  });
}
