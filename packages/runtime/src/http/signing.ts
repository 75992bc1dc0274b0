import { isTableError } from "../errors/table-error.js";
import { orAborted } from "./cancellation.js";
import type { Clock } from "./clock.js";
import type { Credential } from "./credential.js";
import type { Policy } from "./http-message.js";
import { NotSentError } from "./not-sent-error.js";

/** Authorizes each attempt anew. Where nothing has to be fetched this adds no promise of its own. */
export function signing(credential: Credential, clock: Clock): Policy {
  return (next) => (request) => {
    const signed = credential.authorize(request, clock);
    return signed instanceof Promise ? orAborted(signed, request.signal).then(next, notSent) : next(signed);
  };
}

function notSent(error: unknown): never {
  throw isTableError(error) ? error : new NotSentError(error);
}
