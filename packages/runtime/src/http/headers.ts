const accept = "application/json;odata=minimalmetadata";

/** Headers of a request without a body. Minimal metadata is the lowest level at which the response includes types and ETags. */
export const readHeaders: readonly string[] = ["Accept", accept, "DataServiceVersion", "3.0"];

/** Headers of a request with a JSON body. */
export const writeHeaders: readonly string[] = ["Content-Type", "application/json", ...readHeaders];

/** Headers of a request that creates a row or a table, and asks for an empty response (204) instead of a copy. */
export const createHeaders: readonly string[] = [...writeHeaders, "Prefer", "return-no-content"];

/** Headers of a merge that is sent as a POST, because the service has no PATCH (Cosmos DB). */
export const tunnelledMergeHeaders: readonly string[] = [...writeHeaders, "X-HTTP-Method", "MERGE"];

export function withIfMatch(headers: readonly string[], ifMatch: string): readonly string[] {
  return [...headers, "If-Match", ifMatch];
}

/** Headers of a request whose response is XML, such as one about the service's settings. The request has no body. */
export const xmlHeaders: readonly string[] = ["Accept", "application/xml"];

/** Headers of a request that has an XML body, such as one that changes the service's settings. */
export const xmlBodyHeaders: readonly string[] = ["Content-Type", "application/xml", ...xmlHeaders];

/**
 * Returns the value of a header in a flat list of names and values, whatever the case of the names; undefined if there is none. @param name
 * name in lower case
 */
export function headerValue(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const candidate = headers[i];
    if (candidate === name || (candidate?.length === name.length && candidate.toLowerCase() === name))
      return headers[i + 1];
  }
  return undefined;
}

/** Returns the text if it has the format of the service's request ids, otherwise undefined. Messages and events do not show other text. */
export function findRequestId(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z0-9-]{1,64}$/.test(text) ? text : undefined;
}
