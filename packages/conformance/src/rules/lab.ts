import {
  type EntityId,
  type ErrorCode,
  type HttpRequest,
  isTableError,
  type ServiceKind,
  type TableError,
  TableServiceClient,
  type TableServiceClientOptions,
} from "@tablewright/runtime";
import type { EdmValue } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { expect } from "vitest";
import { EveryForm, Keeper, OddNames } from "../tables.gen/index.js";

/** Facts that the error must report. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly entity?: string;
  readonly property?: string;
  /** Texts that the message must contain: limit, length, value. */
  readonly says?: readonly (string | number)[];
}

/** Public client of a strict service. Its checks record the client's requests. */
export interface Lab {
  readonly kind: ServiceKind;
  readonly service: TableServiceClient;
  /** Runs a call that the strict service accepts too. Returns the requests. */
  accepts(call: () => unknown): Promise<readonly HttpRequest[]>;
  /** Runs a call that must be rejected before anything is sent. */
  refuses(call: () => unknown, refusal: Refusal): Promise<TableError>;
  /** Writes a row without a definition to the table `rows`, under an unused key. */
  write(properties: Readonly<Record<string, EdmValue>>, id?: Partial<EntityId>): Promise<unknown>;
}

export async function openLab(kind: ServiceKind, options: TableServiceClientOptions = {}): Promise<Lab> {
  const tables = createTableService({ kind });
  const requests: HttpRequest[] = [];
  const transport = (request: HttpRequest) => {
    requests.push(request);
    return tables(request);
  };
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { kind, ...options, transport });
  await service.createTables([EveryForm, Keeper, OddNames]);
  await service.tables.create("rows");
  let rowCount = 0;
  return {
    kind,
    service,
    async accepts(call) {
      requests.length = 0;
      await call();
      expect(requests).not.toHaveLength(0);
      return [...requests];
    },
    async refuses(call, { code, entity, property, says = [] }) {
      requests.length = 0;
      const error = await thrownBy(call);
      expect(requests).toEqual([]);
      expect({ code: error.code, entity: error.entity, property: error.property }).toEqual({ code, entity, property });
      // A message shows an unusual name as truncated JSON, so only plain names are looked for.
      const named = [entity, property].filter((name) => name !== undefined && /^\w{1,40}$/.test(name));
      for (const text of [...named, ...says]) expect(error.message).toContain(String(text));
      return error;
    },
    write: (properties, { partitionKey = "p", rowKey = `r${rowCount++}` } = {}) =>
      service.table("rows").insert({ partitionKey, rowKey, properties }),
  };
}

async function thrownBy(call: () => unknown): Promise<TableError> {
  try {
    await call();
  } catch (error) {
    if (isTableError(error)) return error;
    throw error;
  }
  throw new Error("The call was accepted.");
}

/** Parses the JSON body of a write. */
export function parseBody(request: HttpRequest | undefined): Record<string, unknown> {
  return JSON.parse(String(request?.body)) as Record<string, unknown>;
}
