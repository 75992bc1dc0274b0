import type { Environment } from "../account/environment.js";
import { ServiceError } from "../errors/service-error.js";
import type { Grant } from "./grant.js";
import { sasGrant } from "./shared-access-signature.js";
import { type SignedRequest, verifiesSharedKey } from "./shared-key.js";

const owner: Grant = { kind: "owner" };

/** First `x-ms-version` for which a rejected bearer token gets 401 with a `WWW-Authenticate` challenge. Earlier versions get 403. */
const challengeVersion = "2020-12-06";

export interface AuthenticatedRequest extends SignedRequest {
  /** True if the request arrived over HTTPS. */
  readonly secure: boolean;
}

/**
 * Checks the Authorization header of a request, or the SAS in its query, and returns the permissions that the request has. Throws a
 * ServiceError if the signature or token is missing or invalid.
 */
export function authenticate(request: AuthenticatedRequest, environment: Environment): Grant {
  if (!environment.authenticate) return owner;
  const authorization = request.headers.get("authorization");
  if (authorization === undefined) {
    if (request.query.has("sig")) return sasGrant(request.query, environment, request.secure);
    throw new ServiceError("AuthenticationFailed");
  }
  const bearer = /^Bearer (\S+)$/.exec(authorization);
  if (bearer !== null) {
    if (environment.acceptToken(bearer[1] ?? "")) return { kind: "bearer" };
    throw unacceptedToken(request);
  }
  const { account, key, clock, checkDates } = environment;
  const now = checkDates ? clock.now() : undefined;
  if (verifiesSharedKey(authorization, request, account, key, now)) return owner;
  throw new ServiceError("AuthenticationFailed");
}

function unacceptedToken({ headers }: AuthenticatedRequest): ServiceError {
  if ((headers.get("x-ms-version") ?? "") < challengeVersion) return new ServiceError("AuthenticationFailed");
  const challenge =
    "Bearer authorization_uri=https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/oauth2/authorize resource_id=https://storage.azure.com";
  return new ServiceError("InvalidAuthenticationInfo", undefined, ["WWW-Authenticate", challenge]);
}
