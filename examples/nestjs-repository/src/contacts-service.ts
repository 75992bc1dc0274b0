import type { FactoryProvider } from "@nestjs/common";
import type { TableRepository } from "./table-repository.js";
import { Contact, type ContactKey, type ContactTypes } from "./tables.gen/index.js";
import { repositoryToken } from "./tables-module.js";

/** The application's operations on contacts. */
export class ContactsService {
  readonly #contacts: TableRepository<ContactTypes>;

  constructor(contacts: TableRepository<ContactTypes>) {
    this.#contacts = contacts;
  }

  /** Counts a visit, even if others do so at the same time. */
  async visit(key: ContactKey): Promise<number> {
    let count = 0;
    await this.#contacts.client.modify(key, ({ visits }) => {
      count = visits + 1;
      return { set: { visits: count } };
    });
    return count;
  }
}

export const contactsService: FactoryProvider<ContactsService> = {
  provide: ContactsService,
  inject: [repositoryToken(Contact)],
  useFactory: (contacts: TableRepository<ContactTypes>) => new ContactsService(contacts),
};
