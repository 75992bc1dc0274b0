export interface Address {
  readonly city: string;
  readonly kind: "home" | "work";
  readonly lines?: readonly string[];
}
