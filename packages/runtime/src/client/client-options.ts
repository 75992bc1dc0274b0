import type { SasCredential } from "../auth/sas-credential.js";
import type { SharedKeyCredential } from "../auth/shared-key.js";
import type { TokenCredential } from "../auth/token-credential.js";
import type { OnMismatch } from "../codec/mismatch.js";
import { type OptionKinds, oneOf, wholeNumber } from "../errors/check-options.js";
import type { Transport } from "../http/http-message.js";
import { type PipelineOptions, pipelineOptionKinds } from "../http/pipeline.js";
import type { UndiciTransportOptions } from "../http/transport/transport-options.js";
import { proxyCheck } from "../http/transport/undici-transport.js";
import type { ServiceKind } from "../schema/limits.js";

/** Credential that authorizes the requests of a client: the account's key, a shared access signature, or Microsoft Entra tokens. */
export type ServiceCredential = SharedKeyCredential | SasCredential | TokenCredential;

/** Options of a {@link TableServiceClient}. {@link PipelineOptions} has those for retries, time limits, events and spans. */
export interface TableServiceClientOptions extends PipelineOptions, Pick<UndiciTransportOptions, "proxy" | "tls"> {
  /** Service that the client talks to. Selects the limits and the format of a merge. By default derived from the endpoint. */
  readonly kind?: ServiceKind | undefined;
  /**
   * Maximum length of a key, in UTF-16 units. Default 1,024, as documented; some services store only 512. The client rejects a longer key
   * with `key.too-long` before it sends anything.
   */
  readonly maxKeyUnits?: number | undefined;
  /**
   * `"once"` makes this client send every write with a receipt, as the option `exactly` of a call does for one write. By default writes
   * have no receipt.
   */
  readonly exactly?: "once" | undefined;
  /** Maximum number of connections to one host; each carries one request at a time. Default 64. */
  readonly connections?: number | undefined;
  /** Address of the account's read-only copy. By default derived from the endpoint. */
  readonly secondaryEndpoint?: string | undefined;
  /** Audience of tokens, e.g. `https://storage.azure.com`. By default derived from the endpoint's host. */
  readonly audience?: string | undefined;
  /** True to request tokens of the tenant that the service names in a challenge. Default false. */
  readonly discoverTenant?: boolean | undefined;
  /** Handler of stored rows that do not fit their definition or their keys. By default, such a row causes an error `decode.*`. */
  readonly onMismatch?: OnMismatch | undefined;
  /** Function that sends the requests instead of undici, e.g. a fake service or a recorder. Closed with the client. */
  readonly transport?: Transport | undefined;
}

export const clientOptionKinds: OptionKinds<TableServiceClientOptions> = {
  ...pipelineOptionKinds,
  proxy: proxyCheck,
  tls: "object",
  kind: oneOf("storage", "cosmos"),
  exactly: oneOf("once"),
  maxKeyUnits: wholeNumber(1),
  connections: wholeNumber(1),
  secondaryEndpoint: "text",
  audience: "text",
  discoverTenant: "boolean",
  onMismatch: "function",
  transport: "function",
};
