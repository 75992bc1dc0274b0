/** Row of a contact (golden definition `evolution`) as the service returns it. */
export const contactRow = {
  PartitionKey: "team!T",
  RowKey: "contact!000007",
  Timestamp: "2024-01-01T00:00:00Z",
  kind: "contact",
  team: "T",
  no: 7,
  email: "a@b",
  "visits@odata.type": "Edm.Int64",
  visits: "5",
  externalId: "x",
} as const;
