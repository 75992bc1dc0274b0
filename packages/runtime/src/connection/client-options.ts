import type { SasCredential } from "../auth/sas-credential.js";
import type { SharedKeyCredential } from "../auth/shared-key.js";
import type { TokenCredential } from "../auth/token-credential.js";
import type { OnMismatch } from "../codec/decode/mismatch.js";
import type { OptionForms } from "../errors/check-options.js";
import type { Transport } from "../http/http-message.js";
import { type PipelineOptions, pipelineOptionForms } from "../http/pipeline.js";
import type { UndiciTransportOptions } from "../http/transport/transport-options.js";
import type { ServiceKind } from "../schema/limits.js";

/** How a client signs its requests: with the account's key, a shared access signature, or Microsoft Entra tokens. */
export type ServiceCredential = SharedKeyCredential | SasCredential | TokenCredential;

/**
 * Options of a {@link TableServiceClient}. {@link PipelineOptions} has those of retries, time limits, events and spans.
 */
export interface TableServiceClientOptions extends PipelineOptions, Pick<UndiciTransportOptions, "proxy" | "tls"> {
  /** `storage` or `cosmos`: selects the limits and the form of a merge. By default derived from the endpoint. */
  readonly kind?: ServiceKind | undefined;
  /**
   * Maximum length of a key in UTF-16 units. Default 1,024, as documented; some services store 512. A longer key is
   * refused with `key.too-long` before anything is sent.
   */
  readonly maxKeyUnits?: number | undefined;
  /** Maximum number of connections to one host; each carries one request at a time. Default 64. */
  readonly connections?: number | undefined;
  /** The address of the account's read-only copy. By default derived from the endpoint. */
  readonly secondaryEndpoint?: string | undefined;
  /** The audience of tokens, e.g. `https://storage.azure.com`. By default derived from the endpoint's host. */
  readonly audience?: string | undefined;
  /** Whether to request tokens of the tenant that the service names in a challenge. Default false. */
  readonly discoverTenant?: boolean | undefined;
  /** Decides about stored rows that do not fit their definition or their keys. By default they are errors `decode.*`. */
  readonly onMismatch?: OnMismatch | undefined;
  /** Sends the requests instead of undici, e.g. a fake service or a recorder. Closed with the client. */
  readonly transport?: Transport | undefined;
}

export const clientOptionForms: OptionForms<TableServiceClientOptions> = {
  ...pipelineOptionForms,
  proxy: "proxy",
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
