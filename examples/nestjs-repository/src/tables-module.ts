import type { DynamicModule, FactoryProvider, OnApplicationShutdown } from "@nestjs/common";
import {
  type EntityClass,
  type EntityTypes,
  TableServiceClient,
  type TableServiceClientOptions,
} from "@tablewright/runtime";
import { TableRepository } from "./table-repository.js";

export interface TablesModuleOptions {
  readonly connectionString: string;
  readonly options?: TableServiceClientOptions;
}

/** Generated class of any entity. */
type AnyEntity = Parameters<TableServiceClient["createTables"]>[0][number] & {
  readonly $schema: { readonly name: string };
};

/** Returns the token under which the repository of an entity is injected. */
export function repositoryToken({ $schema }: AnyEntity): string {
  return `${$schema.name}Repository`;
}

/** Provides a client, which it closes with the application, and repositories. The tables are created before the application starts. */
// biome-ignore lint/complexity/noStaticOnlyClass: NestJS identifies a module by its class.
export class TablesModule {
  static forRoot(options: TablesModuleOptions): DynamicModule {
    return TablesModule.forRootAsync({ useFactory: () => options });
  }

  static forRootAsync({
    inject = [],
    useFactory,
  }: Pick<FactoryProvider<TablesModuleOptions>, "inject" | "useFactory">): DynamicModule {
    const client: FactoryProvider = {
      provide: TableServiceClient,
      inject,
      async useFactory(...values: unknown[]) {
        const { connectionString, options } = await useFactory(...values);
        return Object.assign(TableServiceClient.fromConnectionString(connectionString, options), closing);
      },
    };
    return { module: TablesModule, global: true, providers: [client], exports: [client] };
  }

  static forFeature(...entities: readonly AnyEntity[]): DynamicModule {
    const providers = entities.map(
      (entity): FactoryProvider => ({
        provide: repositoryToken(entity),
        inject: [TableServiceClient],
        async useFactory(service: TableServiceClient) {
          await service.createTables([entity]);
          return new TableRepository(service, entity as unknown as EntityClass<EntityTypes>);
        },
      }),
    );
    return { module: TablesModule, providers, exports: providers };
  }
}

const closing: OnApplicationShutdown & ThisType<TableServiceClient> = {
  async onApplicationShutdown() {
    await this.close();
  },
};
