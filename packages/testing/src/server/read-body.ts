import type { IncomingMessage } from "node:http";

/**
 * Reads the body of a request until it exceeds the limit. Reads nothing if the `Content-Length` already exceeds it, otherwise stops after
 * the chunk that exceeds it. The service rejects such a request.
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
