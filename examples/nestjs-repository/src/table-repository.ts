import { ConflictException, NotFoundException } from "@nestjs/common";
import {
  type EntityClass,
  type EntityClient,
  type EntityTypes,
  type ETag,
  isTableError,
  type TableServiceClient,
} from "@tablewright/runtime";

/** Page of entities, and the cursor of the next one. */
export interface PageOf<Entity> {
  readonly entities: readonly Entity[];
  readonly cursor: string | undefined;
}

/** Repository of one entity, with the errors of NestJS. `client` has everything else. */
export class TableRepository<T extends EntityTypes> {
  readonly client: EntityClient<T>;

  constructor(service: TableServiceClient, entity: EntityClass<T>) {
    this.client = service.entities(entity) as EntityClient<T>;
  }

  /** Inserts an entity. @throws ConflictException if one with its key exists */
  async create(init: T["init"]): Promise<T["inserted"] & { readonly $etag: ETag }> {
    return translated(this.client.insert(init));
  }

  /** Reads an entity. @throws NotFoundException */
  async find(key: T["key"]): Promise<T["entity"]> {
    return translated(this.client.getOrThrow(key));
  }

  /** Reads a page of a partition. */
  async findAll(
    partition: T["partition"],
    { where, size = 100, cursor }: { where?: T["where"]; size?: number; cursor?: string | undefined } = {},
  ): Promise<PageOf<T["entity"]>> {
    const query = this.client.query(partition);
    const page = await (where === undefined ? query : query.where(where)).page({ size, cursor });
    return { entities: page.items, cursor: page.cursor };
  }

  /** Changes properties of an entity, and returns it. @throws NotFoundException, ConflictException if `ifMatch` is not its version */
  async update(key: T["key"], changes: T["merge"], ifMatch: ETag | "*" = "*"): Promise<T["entity"]> {
    await translated(this.client.merge(key, changes, { ifMatch }));
    return this.find(key);
  }

  /** Deletes an entity. @throws NotFoundException */
  async delete(key: T["key"]): Promise<void> {
    if (!(await translated(this.client.delete(key, { ifMatch: "*" })))) throw new NotFoundException();
  }
}

async function translated<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (isTableError(error, "entity.not-found")) throw new NotFoundException(error.message, { cause: error });
    if (isTableError(error, "entity.already-exists") || isTableError(error, "entity.condition-not-met"))
      throw new ConflictException(error.message, { cause: error });
    throw error;
  }
}
