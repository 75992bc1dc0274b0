/** The first version of the service in which a user delegation SAS covers tables. Keys are requested and signatures made for it. */
export const userDelegationVersion = "2025-07-05";

/** How long a user delegation key is valid: at most 7 days. */
export interface UserDelegationKeyTimes {
  readonly startsOn: Date;
  readonly expiresOn: Date;
}

/** A key that signs in the name of the identity that requested it. `value` is a secret: keep it as you would an account key. */
export interface UserDelegationKey extends UserDelegationKeyTimes {
  /** Object id of the identity in Microsoft Entra. */
  readonly objectId: string;
  readonly tenantId: string;
  /** The service that accepts it: `t`. */
  readonly service: string;
  /** The version of the service that made it. */
  readonly version: string;
  /** The secret, in base64. */
  readonly value: string;
}
