export enum Status {
  Open = "open",
  Closed = "closed",
}

export const Priority = { low: "low", high: "high" } as const;

export const limits = { name: 40, codes: ["a", "b"], least: -5 } as const;
