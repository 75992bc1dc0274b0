const accept = "application/json;odata=minimalmetadata";

/** Headers of a request without a body. Minimal metadata is the lowest level with types and ETags in the response. */
export const readHeaders: readonly string[] = ["Accept", accept, "DataServiceVersion", "3.0"];

/** Headers of a request with a JSON body. */
export const writeHeaders: readonly string[] = ["Content-Type", "application/json", ...readHeaders];

/** Headers of a request that creates a row or a table. They ask for an empty response (204) in place of a copy of it. */
export const createHeaders: readonly string[] = [...writeHeaders, "Prefer", "return-no-content"];

/** Headers of a merge that is sent as a POST, because Cosmos DB has no PATCH. */
export const tunnelledMergeHeaders: readonly string[] = [...writeHeaders, "X-HTTP-Method", "MERGE"];

export function withIfMatch(headers: readonly string[], ifMatch: string): readonly string[] {
  return [...headers, "If-Match", ifMatch];
}

/** Headers of a request whose response is XML, such as one about the service's settings. The request has no body. */
export const xmlHeaders: readonly string[] = ["Accept", "application/xml"];

/** Headers of a request that has an XML body, such as one that changes the service's settings. */
export const xmlBodyHeaders: readonly string[] = ["Content-Type", "application/xml", ...xmlHeaders];

/**
 * Returns the value of a header in a flat list of names and values, whatever the case of the names; undefined if there is none.
 * @param name the name in lower case
 */
export function headerValue(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const candidate = headers[i];
    if (candidate === name || (candidate?.length === name.length && candidate.toLowerCase() === name))
      return headers[i + 1];
  }
  return undefined;
}

/**
 * Returns a text if it has the format of the service's request ids, otherwise undefined. Other text must not get into messages and events.
 */
export function findRequestId(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z0-9-]{1,64}$/.test(text) ? text : undefined;
}
