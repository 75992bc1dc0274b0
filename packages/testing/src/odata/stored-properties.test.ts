import { expect, it } from "vitest";
import { limits } from "../rules/limits.js";
import { StoredEntity } from "../storage/stored-entity.js";
import { findDialect } from "./dialect.js";
import { readEntity } from "./read-entity.js";
import { propertiesOf, propertyOf } from "./stored-properties.js";
import { entityToStore } from "./write-entity.js";

const body = readEntity(
  `{"PartitionKey":"p'","RowKey":"r\\"","s":"text \\u00e9","b":true,"i":5,"d":5.0,"z":-0.0,"e":1e300,"l":"7","l@odata.type":"Edm.Int64",
    "n":"NaN","n@odata.type":"Edm.Double","t":"2024-01-01T00:00:00.1234567Z","t@odata.type":"Edm.DateTime",
    "g":"0d391d16-97f1-4b9a-be68-4cc871f90001","g@odata.type":"Edm.Guid","y":"AQID","y@odata.type":"Edm.Binary"}`,
  limits.storage,
);

it.each(["storage", "cosmos"] as const)("are read from the text of an entity as they were written: %s", (kind) => {
  const ticks = 638_000_000_000_000_001n;
  const entity = entityToStore(body, ticks, body.properties, findDialect(kind, 2022));
  const forgotten = new StoredEntity(entity, entity.minimalText);
  expect([...propertiesOf(forgotten)]).toEqual([...body.properties]);
  for (const [name, value] of body.properties)
    expect(propertyOf(new StoredEntity(entity, entity.minimalText), name)).toEqual(value);
  expect(propertyOf(new StoredEntity(entity, entity.minimalText), "missing")).toBeUndefined();
  expect([forgotten.etag, forgotten.timestamp, forgotten.created]).toEqual([entity.etag, ticks, ticks]);
  expect(JSON.parse(entity.minimalText)["odata.etag"]).toBe(entity.etag);
});
