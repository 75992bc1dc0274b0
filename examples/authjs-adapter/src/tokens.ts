import type { AdapterAccount } from "@auth/core/adapters";

/** Values that a provider returned besides the identifiers of the account. */
export type Tokens = Partial<
  Pick<
    AdapterAccount,
    "access_token" | "expires_at" | "id_token" | "refresh_token" | "scope" | "session_state" | "token_type"
  >
>;
