import { ServiceError, type ServiceErrorCode } from "../errors/service-error.js";
import type { HeaderFields } from "../http/http-message.js";
import { locate, parseQuery } from "../http/request-url.js";
import { type MetadataLevel, requestedLevel } from "../odata/dialect.js";
import { parseTarget } from "../odata/resource-path.js";
import type { Call, Reply } from "../operations/call.js";
import { effectiveMethod, routeCall } from "../operations/route.js";
import { Members, runMembers } from "./change-set.js";
import { type BatchPart, malformedBatch, parseBatch } from "./parse-batch.js";
import { BatchWriter } from "./write-batch.js";

/**
 * Codes of errors of the storage layer. In a change set, the message of an error begins with the index of the operation, such as `0:`. In
 * these errors, the index is left out if the change set has a single operation; on Cosmos DB only if, in addition, the table does not
 * exist.
 */
const storageErrors: ReadonlySet<string> = new Set<ServiceErrorCode>([
  "EntityAlreadyExists",
  "ResourceNotFound",
  "UpdateConditionNotSatisfied",
]);

/** Performs the content of a `$batch` request: an entity group transaction, or the single read that a batch may contain instead. */
export function runBatch(outer: Call, requestId: string): Reply {
  const batch = parseBatch(outer.headers.get("content-type") ?? "", outer.body);
  if (batch.parts.length === 0 && outer.environment.dialect.rejectsWholeBatch) throw malformedBatch();
  if (!batch.changeSet) return runSingle(outer, batch.parts[0] as BatchPart, requestId);
  let index = 0;
  let call: Call | undefined;
  const { limits, clock, dialect } = outer.environment;
  const ticks = dialect.listsByCreation ? undefined : clock.nextTicks();
  try {
    const members = new Members();
    const reader = new PartReader(outer, ticks);
    for (const [at, part] of batch.parts.entries()) {
      index = at;
      if (at >= limits.batchOperations) {
        index = limits.batchOperations - 1;
        throw new ServiceError(
          "InvalidInput",
          `The batch request operation exceeds the maximum ${limits.batchOperations} changes per change set.`,
        );
      }
      call = reader.call(part);
      members.add(call);
    }
    const writer = new BatchWriter(dialect.newline, true);
    runMembers(members.list, writer, (at) => {
      index = at;
      call = members.list[at]?.call;
    });
    return writer.reply();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const indexesSingle = dialect.indexesSingleParts && call !== undefined && hasTable(call);
    const bare = batch.parts.length === 1 && storageErrors.has(error.code) && !indexesSingle;
    const indexed = bare ? error : error.withMessage(`${index}:${error.message}`);
    if (dialect.rejectsWholeBatch && error.status === 400) throw indexed;
    const writer = new BatchWriter(dialect.newline, true);
    writer.addError(indexed, call ?? outer, requestId);
    return writer.reply();
  }
}

function hasTable({ target, environment }: Call): boolean {
  return "table" in target && environment.store.find(target.table) !== undefined;
}

function runSingle(outer: Call, part: BatchPart, requestId: string): Reply {
  const call = new PartReader(outer).call(part);
  const writer = new BatchWriter(call.environment.dialect.newline, false);
  try {
    const operation = routeCall(call);
    if (operation.name !== "get" && operation.name !== "query") throw new ServiceError("InvalidInput");
    writer.add(operation.run(call), call, 0);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    writer.addError(error.withMessage(`0:${error.message}`), call, requestId);
  }
  return writer.reply();
}

/**
 * Builds the calls for the requests in one batch. Caches the latest parsed URL and metadata level, because most requests in a batch have
 * the same URL and header fields.
 */
class PartReader {
  readonly #outer: Call;
  readonly #ticks: bigint | undefined;
  #url: string | undefined;
  #location: Pick<Call, "target" | "query"> | undefined;
  #headers: HeaderFields | undefined;
  #level: MetadataLevel = "minimalmetadata";

  /**
   * @param outer the call of the whole batch
   * @param ticks the Timestamp that all writes share; undefined if each has its own
   */
  constructor(outer: Call, ticks?: bigint) {
    this.#outer = outer;
    this.#ticks = ticks;
  }

  call(part: BatchPart): Call {
    const { headers, body } = part;
    const { environment, endpoint, secondary, grant } = this.#outer;
    const { target, query } = this.#locate(part.url);
    if (headers !== this.#headers) this.#level = requestedLevel(headers, undefined) ?? "minimalmetadata";
    this.#headers = headers;
    return {
      environment,
      method: effectiveMethod(part.method, headers),
      target,
      query,
      headers,
      body,
      endpoint,
      secondary,
      grant,
      level: this.#level,
      inserted: undefined,
      ticks: this.#ticks,
    };
  }

  #locate(url: string): Pick<Call, "target" | "query"> {
    if (this.#location !== undefined && url === this.#url) return this.#location;
    const { environment, endpoint } = this.#outer;
    const location = locate(url, environment.account, endpoint);
    this.#url = url;
    this.#location = {
      target: parseTarget(location.path, environment.limits),
      query: parseQuery(location.query),
    };
    return this.#location;
  }
}
