import { orAborted, reportSent } from "./cancellation.js";
import type { Clock } from "./clock.js";
import type { Credential } from "./credential.js";
import type { HttpRequest, Policy } from "./http-message.js";

/** Authorizes each attempt anew. Where nothing has to be fetched this adds no promise of its own. */
export function signing(credential: Credential, clock: Clock): Policy {
  return (next) => (request) => {
    let signed: HttpRequest | Promise<HttpRequest>;
    try {
      signed = credential.authorize(request, clock);
    } catch (error) {
      throw unsent(request, error);
    }
    if (!(signed instanceof Promise)) return next(signed);
    return orAborted(signed, request.signal).then(next, (error) => {
      throw unsent(request, error);
    });
  };
}

/** A request that got no authorization never left. */
function unsent({ signal }: HttpRequest, error: unknown): unknown {
  reportSent(signal, false);
  return error;
}
