import "reflect-metadata";
import { ConflictException, NotFoundException } from "@nestjs/common";
import { Test, type TestingModule } from "@nestjs/testing";
import type { HttpRequest, Transport } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ContactsService, contactsService } from "./contacts-service.js";
import type { TableRepository } from "./table-repository.js";
import { Contact, type ContactTypes } from "./tables.gen/index.js";
import { repositoryToken, TablesModule } from "./tables-module.js";

const tables = createTableService();
const close = vi.fn(async () => undefined);
const transport: Transport = Object.assign((request: HttpRequest) => tables(request), { close });
const settings = { connectionString: tables.connectionString, options: { transport, retry: false as const } };
const tenant = "T1";
let app: TestingModule;
let contacts: TableRepository<ContactTypes>;

beforeEach(async () => {
  tables.reset();
  close.mockClear();
  app = await Test.createTestingModule({
    imports: [TablesModule.forRoot(settings), TablesModule.forFeature(Contact)],
    providers: [contactsService],
  }).compile();
  contacts = app.get(repositoryToken(Contact), { strict: false });
});

afterEach(() => app.close());

async function create(name = "Ann") {
  const contact = new Contact({ tenant, name });
  await contacts.create(contact);
  return contact;
}

describe("the module", () => {
  it("creates the tables of its entities", () => {
    expect(Object.keys(tables.dump())).toEqual(["Contacts"]);
  });

  it("takes its options from another provider", async () => {
    const other = await Test.createTestingModule({
      imports: [TablesModule.forRootAsync({ useFactory: async () => settings }), TablesModule.forFeature(Contact)],
    }).compile();
    const { contactId } = await create();
    const repository: typeof contacts = other.get(repositoryToken(Contact), { strict: false });
    expect((await repository.find({ tenant, contactId })).name).toBe("Ann");
    await other.close();
  });

  it("closes the client with the application", async () => {
    await app.close();
    expect(close).toHaveBeenCalled();
  });

  it("injects the repository into a service", async () => {
    const contact = await create();
    const service = app.get(ContactsService);
    await Promise.all([service.visit(contact), service.visit(contact), service.visit(contact)]);
    expect((await contacts.find(contact)).visits).toBe(3);
  });
});

describe("a repository", () => {
  it("finds what was created, as an instance of its class", async () => {
    const contact = await create();
    const found = await contacts.find({ tenant, contactId: contact.contactId });
    expect(found).toBeInstanceOf(Contact);
    expect(found).toMatchObject({ tenant, name: "Ann", visits: 0 });
  });

  it("keeps a long message and checked preferences", async () => {
    const message = "größe 😀".repeat(10_000);
    const contact = new Contact({ tenant, name: "Ann", message, preferences: { newsletter: true, language: "de" } });
    await contacts.create(contact);
    expect(await contacts.find(contact)).toMatchObject({ message, preferences: { newsletter: true, language: "de" } });
    const wrong = { newsletter: "yes" } as never;
    await expect(contacts.update(contact, { preferences: wrong })).rejects.toMatchObject({ code: "value.not-valid" });
  });

  it("refuses a second one with the key as a conflict", async () => {
    const contact = await create();
    await expect(contacts.create(contact)).rejects.toBeInstanceOf(ConflictException);
  });

  it("does not find one that is missing", async () => {
    const missing = { tenant, contactId: crypto.randomUUID() };
    await expect(contacts.find(missing)).rejects.toBeInstanceOf(NotFoundException);
    await expect(contacts.update(missing, { name: "Bob" })).rejects.toBeInstanceOf(NotFoundException);
    await expect(contacts.delete(missing)).rejects.toBeInstanceOf(NotFoundException);
  });

  it("changes some properties and keeps the others", async () => {
    const contact = await create();
    expect(await contacts.update(contact, { visits: 5 })).toMatchObject({ name: "Ann", visits: 5 });
  });

  it("refuses a change of a version that is not the last", async () => {
    const { contactId } = await create();
    const { $etag } = await contacts.find({ tenant, contactId });
    await contacts.update({ tenant, contactId }, { name: "Bob" }, $etag);
    await expect(contacts.update({ tenant, contactId }, { name: "Cy" }, $etag)).rejects.toBeInstanceOf(
      ConflictException,
    );
    expect((await contacts.find({ tenant, contactId })).name).toBe("Bob");
  });

  it("deletes", async () => {
    const contact = await create();
    await contacts.delete(contact);
    await expect(contacts.find(contact)).rejects.toBeInstanceOf(NotFoundException);
  });

  it("lists the contacts of a tenant, page by page", async () => {
    for (let n = 0; n < 5; n++) await create(`Contact ${n}`);
    await contacts.create({ tenant: "T2", name: "Other" });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await contacts.findAll({ tenant }, { size: 2, cursor });
      expect(page.entities.length).toBeLessThanOrEqual(2);
      names.push(...page.entities.map(({ name }) => name));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(names.sort()).toEqual([0, 1, 2, 3, 4].map((n) => `Contact ${n}`));
  });

  it("lists those that meet a condition", async () => {
    await create("Ann");
    await create("Bob");
    const { entities } = await contacts.findAll({ tenant }, { where: { name: "Bob" } });
    expect(entities.map(({ name }) => name)).toEqual(["Bob"]);
  });
});
