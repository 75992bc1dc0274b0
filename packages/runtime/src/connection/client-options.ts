import type { SasCredential } from "../auth/sas-credential.js";
import type { SharedKeyCredential } from "../auth/shared-key.js";
import type { TokenCredential } from "../auth/token-credential.js";
import type { OnMismatch } from "../codec/mismatch.js";
import type { OptionForms } from "../errors/check-options.js";
import type { Transport } from "../http/http-message.js";
import { type PipelineOptions, pipelineOptionForms } from "../http/pipeline.js";
import type { UndiciTransportOptions } from "../http/undici-transport.js";
import type { ServiceKind } from "../schema/limits.js";

/** What a client signs its requests with: the account's key, a shared access signature, or Microsoft Entra tokens. */
export type ServiceCredential = SharedKeyCredential | SasCredential | TokenCredential;

/**
 * Options of a {@link TableServiceClient}; those of retries, time limits, events and spans come from {@link
 * PipelineOptions}.
 */
export interface TableServiceClientOptions extends PipelineOptions, Pick<UndiciTransportOptions, "proxy" | "tls"> {
  /** `storage` or `cosmos`: the limits and the form of a merge. Guessed from the endpoint where it is not given. */
  readonly kind?: ServiceKind | undefined;
  /** UTF-16 units of a key, where fewer than the documented 1,024 are wanted; some services store 512. */
  readonly maxKeyUnits?: number | undefined;
  /** Connections to one host at most; each carries one request at a time. Default 64. */
  readonly connections?: number | undefined;
  /** The account's read-only copy, where it cannot be derived from the endpoint. */
  readonly secondaryEndpoint?: string | undefined;
  /** The audience of tokens, where the endpoint's host does not tell it, e.g. `https://storage.azure.com`. */
  readonly audience?: string | undefined;
  /** Follows the tenant that the service names in a challenge. Default false. */
  readonly discoverTenant?: boolean | undefined;
  /** Decides about stored rows that do not fit their definition or their keys; without it they are errors `decode.*`. */
  readonly onMismatch?: OnMismatch | undefined;
  /** Sends the requests in place of undici: a test's own server, a recorder. Closed with the client. */
  readonly transport?: Transport | undefined;
}

export const clientOptionForms: OptionForms<TableServiceClientOptions> = {
  ...pipelineOptionForms,
  proxy: "any",
  tls: "object",
  kind: "any",
  maxKeyUnits: "any",
  connections: "number",
  secondaryEndpoint: "any",
  audience: "text",
  discoverTenant: "boolean",
  onMismatch: "function",
  transport: "function",
};
