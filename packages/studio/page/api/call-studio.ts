import type { ApiArgument, ApiError, ApiName, ApiResult, ExportFormat, LongApi } from "../../src/contract/api.js";
import type { RowQuery } from "../../src/contract/query.js";

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

/**
 * Downloads all rows of a query, and returns them as the content of a CSV or NDJSON file.
 * @param report called with the number of bytes that have arrived
 */
export async function exportRows(
  query: RowQuery,
  format: ExportFormat,
  report: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { body } = await send("export", { query, format }, signal);
  const chunks: BlobPart[] = [];
  let bytes = 0;
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) return new Blob(chunks);
    chunks.push(value);
    bytes += value.length;
    report(bytes);
  }
}

async function send(name: string, argument: object, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/${name}`, {
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
