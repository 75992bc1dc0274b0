/** The service's id of a request; what has not the form of one is none, and gets into no message and no event. */
export function requestIdOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z0-9-]{1,64}$/.test(text) ? text : undefined;
}
