/**
 * Time for which a request may still be applied although its client no longer waits for it, in milliseconds. The network may hold the
 * request, but the service rejects one with Shared Key whose date is more than 15 minutes from its own time. A request with a token or a
 * shared access signature has no such date: it may be applied as long as these are valid, which the client does not always know.
 * @see https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
export const requestLifeMs = 15 * 60_000;
