import type { ApiArgument, ApiError, ApiName, ApiResult, ExportFormat } from "../../src/contract/api.js";
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

/** Downloads all rows of a query, and returns them as the content of a CSV or NDJSON file. */
export async function exportRows(query: RowQuery, format: ExportFormat, signal?: AbortSignal): Promise<Blob> {
  const response = await send("export", { query, format }, signal);
  return await response.blob();
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
    throw new StudioCallError({ code: "studio.stopped", message: "The Studio has stopped. Start the command again." });
  }
  if (response.ok) return response;
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  throw new StudioCallError(
    isJson ? (JSON.parse(text) as ApiError) : { code: "studio.rejected", message: text.trim() },
  );
}
