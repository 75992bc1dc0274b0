import { edm, entity } from "tablewright";
import type { Tokens } from "../src/tokens.js";

/** Somebody who signs in. */
export const User = entity({
  table: "Auth",
  kind: "user",
  properties: {
    userId: edm.guid({ default: "random" }),
    email: edm.string({ maxLength: 150 }),
    emailVerified: edm.dateTime().optional(),
    name: edm.string().optional(),
    /** Address of a picture, or the picture itself as a data URL. */
    image: edm.string({ parts: 4 }).optional(),
  },
  partitionKey: (k) => ["user", k.userId],
  rowKey: () => ["user"],
  indexes: {
    // If two sign up with one address at the same time, one of them is rejected.
    byEmail: {
      table: "AuthIndex",
      partitionKey: (k) => ["email", k.email.lower],
      rowKey: () => ["user"],
      unique: "global",
    },
  },
});

/** An account at a provider, in the partition of its user. */
export const Account = entity({
  table: "Auth",
  kind: "account",
  properties: {
    userId: edm.guid(),
    provider: edm.string({ maxLength: 60 }),
    providerAccountId: edm.string({ maxLength: 100 }),
    type: edm.string({ oneOf: ["email", "oauth", "oidc", "webauthn"] }),
    /** Identity tokens with many claims are longer than a property. */
    tokens: edm.json<Tokens>({ parts: 4 }),
  },
  partitionKey: (k) => ["user", k.userId],
  rowKey: (k) => ["account", k.provider, k.providerAccountId],
  indexes: {
    byProvider: {
      table: "AuthIndex",
      partitionKey: (k) => ["account", k.provider, k.providerAccountId],
      rowKey: () => ["account"],
    },
  },
});

/** A session, in the partition of its user. `npx tablewright sweep` deletes those that have ended. */
export const Session = entity({
  table: "Auth",
  kind: "session",
  properties: { userId: edm.guid(), sessionToken: edm.string({ maxLength: 100 }), expires: edm.dateTime() },
  partitionKey: (k) => ["user", k.userId],
  rowKey: (k) => ["session", k.sessionToken],
  ttl: (k) => k.expires,
  indexes: {
    byToken: { table: "AuthIndex", partitionKey: (k) => ["session", k.sessionToken], rowKey: () => ["session"] },
  },
});

/** A token that was sent to an address, and can be used once. */
export const VerificationToken = entity({
  table: "Auth",
  kind: "token",
  properties: {
    identifier: edm.string({ maxLength: 150 }),
    token: edm.string({ maxLength: 100 }),
    expires: edm.dateTime(),
  },
  partitionKey: (k) => ["token", k.identifier],
  rowKey: (k) => ["token", k.token],
  ttl: (k) => k.expires,
});
