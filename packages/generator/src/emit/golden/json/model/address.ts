export interface Address {
  readonly street: string;
  readonly zip?: number;
}

export interface Contact {
  readonly name: string;
  readonly address: Address;
}

export default interface Company {
  readonly legalName: string;
}
