const accept = "application/json;odata=minimalmetadata";

/** Headers of a request without a body; minimal metadata is the least that names types and ETags. */
export const readHeaders: readonly string[] = ["Accept", accept, "DataServiceVersion", "3.0"];

/** Headers of a request with a JSON body. */
export const writeHeaders: readonly string[] = ["Content-Type", "application/json", ...readHeaders];

/** Headers of a request that creates something and wants a bare 204 back. */
export const createHeaders: readonly string[] = [...writeHeaders, "Prefer", "return-no-content"];

/** Headers of a merge where the service has no PATCH. */
export const tunnelledMergeHeaders: readonly string[] = [...writeHeaders, "X-HTTP-Method", "MERGE"];

export function withIfMatch(headers: readonly string[], ifMatch: string): readonly string[] {
  return [...headers, "If-Match", ifMatch];
}
