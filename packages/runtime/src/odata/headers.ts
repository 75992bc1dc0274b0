const accept = "application/json;odata=minimalmetadata";

/** Headers of a request without a body. Minimal metadata is the lowest level that includes types and ETags. */
export const readHeaders: readonly string[] = ["Accept", accept, "DataServiceVersion", "3.0"];

/** Headers of a request with a JSON body. */
export const writeHeaders: readonly string[] = ["Content-Type", "application/json", ...readHeaders];

/** Headers of a request that creates something and expects an empty 204. */
export const createHeaders: readonly string[] = [...writeHeaders, "Prefer", "return-no-content"];

/** Headers of a merge if the service has no PATCH. */
export const tunnelledMergeHeaders: readonly string[] = [...writeHeaders, "X-HTTP-Method", "MERGE"];

export function withIfMatch(headers: readonly string[], ifMatch: string): readonly string[] {
  return [...headers, "If-Match", ifMatch];
}

/** Headers of a service-level request without a body. */
export const xmlHeaders: readonly string[] = ["Accept", "application/xml"];

/** Headers of a service-level request with an XML body. */
export const xmlBodyHeaders: readonly string[] = ["Content-Type", "application/xml", ...xmlHeaders];

/** Finds the value of a header in a flat list, whatever the case of its name. `name` is in lower case. */
export function headerValue(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const candidate = headers[i];
    if (candidate === name || (candidate?.length === name.length && candidate.toLowerCase() === name))
      return headers[i + 1];
  }
  return undefined;
}

/** Returns the service's id of a request. A text in another format is not an id, and is not shown in messages and events. */
export function findRequestId(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z0-9-]{1,64}$/.test(text) ? text : undefined;
}
