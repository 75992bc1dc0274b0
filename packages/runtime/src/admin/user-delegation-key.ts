/** Service version that user delegation keys and their signatures use: the first in which a user delegation SAS covers tables. */
export const userDelegationVersion = "2025-07-05";

/** Start and expiry of a user delegation key, at most 7 days apart. */
export interface UserDelegationKeyTimes {
  readonly startsOn: Date;
  readonly expiresOn: Date;
}

/** Key that signs in the name of the identity that requested it. `value` is a secret: treat it like an account key. */
export interface UserDelegationKey extends UserDelegationKeyTimes {
  /** Object id of the identity in Microsoft Entra. */
  readonly objectId: string;
  readonly tenantId: string;
  /** Letter of the service that accepts the key: `t` for tables. */
  readonly service: string;
  /** Service version that issued the key. */
  readonly version: string;
  /** Secret, in base64. */
  readonly value: string;
}
