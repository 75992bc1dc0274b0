import type { Seed } from "../account/seed.js";
import type { DataFileOptions } from "../durable/data-file.js";
import {
  checkOptions,
  type OptionKind,
  type OptionKinds,
  oneOf,
  oneOfNumbers,
  optionKinds,
} from "../errors/check-options.js";
import type { CosmosYear } from "../odata/dialect.js";
import type { ServiceKind } from "../rules/limits.js";

/** Name of the emulator's account. It is documented publicly and protects nothing. */
export const emulatorAccount = "devstoreaccount1";
/** Key of the emulator's account, in base64. It is public. */
export const emulatorKey = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

/** Options of {@link createTableService}. */
export interface TableServiceOptions {
  /** Name of the account, by default the emulator's. */
  readonly account?: string;
  /** Key of the account in base64, by default the emulator's. */
  readonly key?: string;
  /** The service to imitate: `storage` by default, or `cosmos`. */
  readonly kind?: ServiceKind;
  /** The year whose Cosmos DB for Table is imitated: 2022 by default, or 2020. */
  readonly cosmosAsOf?: CosmosYear;
  /** Initial entities by table. `reset()` restores them. */
  readonly tables?: Seed;
  /**
   * Clock in milliseconds since 1970, with fractions down to 100 ns. A result that is not a finite number, for example a `Date`, raises a
   * TypeError. By default `Date.now()`, including fake timers of vitest and jest that are set later.
   */
  readonly now?: () => number;
  /** `false` treats every request as the account owner's. `true` by default. */
  readonly authenticate?: boolean;
  /**
   * `false` accepts a Shared Key signature of any date, for clients whose clock a test has set. By default a date more than 15 minutes
   * from the service's clock is rejected, as by the real service.
   */
  readonly checkDates?: boolean;
  /**
   * Predicate that accepts or rejects a bearer token. By default every token is accepted except an expired JWT and a text with a dot that
   * is not a JWT.
   */
  readonly acceptToken?: (token: string) => boolean;
  /**
   * `true` rejects bearer tokens as the real service does: any but a JWT for this service (`aud`) that is valid now (`nbf`, `exp`).
   * Signatures are not checked. `false` by default, and `true` for a server with `tls`.
   */
  readonly strictTokens?: boolean;
  /** Time that the name of a deleted table stays reserved, in milliseconds. 0 by default; the real service takes 40,000 or more. */
  readonly tableDeletionMs?: number;
  /** Maximum number of comparisons in a filter. By default 15, the documented limit. */
  readonly maxComparisons?: number;
  /**
   * `true` rejects `$filter=false` with 400 InvalidInput. By default the response is 200 and an empty page. Users report both behaviours of
   * the real service.
   */
  readonly refuseFalseFilter?: boolean;
  /** Seed of the random numbers behind `probability` in fault rules. 1 by default. */
  readonly seed?: number;
  /** Maximum number of requests in the log. 1,000 by default. */
  readonly logSize?: number;
  /** Maximum size of the log, in bytes. 64 MiB by default. */
  readonly logBytes?: number;
}

const base64: OptionKind = {
  takes: "the account's key in base64; copy it whole, with the = at its end",
  secret: true,
  fits: (value) =>
    typeof value === "string" && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value),
};
const accountName: OptionKind = {
  takes: "the account's name, without a URL or path",
  fits: (value) => typeof value === "string" && /^[\w-]+$/.test(value),
};
/** Option kind that accepts any value, for an option whose value is checked where it is used. */
const checkedLater: OptionKind = { takes: "", fits: () => true };

export const serviceOptionKinds: OptionKinds<TableServiceOptions> = {
  account: accountName,
  key: base64,
  kind: oneOf("storage", "cosmos"),
  cosmosAsOf: oneOfNumbers(2020, 2022),
  tables: checkedLater,
  now: checkedLater,
  authenticate: optionKinds.flag,
  checkDates: optionKinds.flag,
  acceptToken: optionKinds.callback,
  strictTokens: optionKinds.flag,
  tableDeletionMs: optionKinds.milliseconds,
  maxComparisons: optionKinds.count,
  refuseFalseFilter: optionKinds.flag,
  seed: optionKinds.number,
  logSize: optionKinds.count,
  logBytes: optionKinds.count,
};

/**
 * Checks the options of `openDataFile`.
 * @throws TypeError for an unknown option or a value of the wrong kind
 */
export function checkDataFileOptions(options: DataFileOptions): void {
  checkOptions<DataFileOptions>("openDataFile", options, { sync: optionKinds.flag, onNotice: optionKinds.callback });
}

/**
 * Checks the options of `createTableService`.
 * @throws TypeError for an unknown option or a value of the wrong kind
 */
export function checkServiceOptions(options: TableServiceOptions): void {
  checkOptions("createTableService", options, serviceOptionKinds);
  if (options.cosmosAsOf !== undefined && options.kind !== "cosmos") {
    throw new TypeError('The option cosmosAsOf of createTableService needs kind: "cosmos".');
  }
}
