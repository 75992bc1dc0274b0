import type { ApiArgument, ApiError, ApiName, ApiResult, ExportFormat, LongApi } from "../../src/contract/api.js";
import type { RowQuery } from "../../src/contract/query.js";
import { account } from "../state/account.js";

/** Error of a call: the code and message that the server sent, or `studio.stopped` if it cannot be reached. */
class StudioCallError extends Error {
  readonly code: string;
  readonly property: string | undefined;

  constructor({ code, message, property }: ApiError) {
    super(message);
    this.name = "StudioCallError";
    this.code = code;
    this.property = property;
  }
}

/** Calls a function of the server and returns its result. @throws StudioCallError; DOMException `AbortError` after an abort */
export async function callStudio<Name extends ApiName>(
  name: Name,
  argument: ApiArgument<Name>,
  signal?: AbortSignal,
): Promise<ApiResult<Name>> {
  const response = await send(name, argument, signal);
  return (await response.json()) as ApiResult<Name>;
}

/**
 * Runs long work of the server. Aborting it ends the work.
 * @param report called with each progress that the server reports
 */
export async function callLong<Name extends keyof LongApi>(
  name: Name,
  argument: Parameters<LongApi[Name]>[0],
  report: (progress: ReturnType<LongApi[Name]>["progress"]) => void,
  signal: AbortSignal,
): Promise<ReturnType<LongApi[Name]>["result"]> {
  for await (const line of linesOf(await send(name, argument, signal))) {
    const { progress, result, error } = JSON.parse(line);
    if (error !== undefined) throw new StudioCallError(error);
    if (result !== undefined) return result;
    report(progress);
  }
  throw new StudioCallError(stopped);
}

async function* linesOf(response: Response): AsyncGenerator<string, void> {
  let rest = "";
  for await (const text of textsOf(response)) {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

async function* textsOf({ body }: Response): AsyncGenerator<string, void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) return;
    yield value;
  }
}

const stopped: ApiError = { code: "studio.stopped", message: "The Studio has stopped. Start the command again." };

/** Number of bytes to gather before the browser takes them as a part of a Blob, which it can keep on disk. */
const partBytes = 8_000_000;

/** Number of rows that the server has read before it sends the first one of them, or number of bytes that have arrived. */
export type ExportProgress = { readonly rows: number } | { readonly bytes: number };

/** Downloads all rows of a query, and returns them as the content of a CSV or NDJSON file. Aborting it ends the work of the server. */
export async function exportRows(
  query: RowQuery,
  format: ExportFormat,
  report: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { body } = await send("export", { query, format }, signal);
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, gathered] = [0, 0];
  const contentOf = readProgress(report);
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) return new Blob([...parts, ...chunks]);
    const content = contentOf(value);
    chunks.push(content);
    gathered += content.length;
    bytes += content.length;
    if (bytes > 0) report({ bytes });
    if (gathered < partBytes) continue;
    parts.push(new Blob(chunks));
    chunks = [];
    gathered = 0;
  }
}

const lineFeed = 10;

/** Returns a function that reports the lines of progress before the file, and returns what a chunk has of the file itself. */
function readProgress(
  report: (progress: ExportProgress) => void,
): (chunk: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> {
  let line: number[] | undefined = [];
  return (chunk) => {
    for (const [index, byte] of line === undefined ? [] : chunk.entries()) {
      if (byte !== lineFeed) line?.push(byte);
      else if (line?.length === 0) {
        line = undefined;
        return chunk.subarray(index + 1);
      } else {
        report(JSON.parse(String.fromCharCode(...(line ?? []))));
        line = [];
      }
    }
    return line === undefined ? chunk : chunk.subarray(chunk.length);
  };
}

async function send(name: string, argument: object, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/${name}${account === 0 ? "" : `?account=${account}`}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(argument),
      ...(signal !== undefined && { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new StudioCallError(stopped);
  }
  if (response.ok) return response;
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  throw new StudioCallError(
    isJson ? (JSON.parse(text) as ApiError) : { code: "studio.rejected", message: text.trim() },
  );
}
