import { expect, it } from "vitest";
import { evolution } from "../features/evolution/evolution.js";
import { stringParts } from "../features/stored/stored-in-parts.js";
import { dateTime, int64, readNames, storedNames, string } from "./property.js";

it("a property is stored under its name, its former names, or the names of its parts and of one more", () => {
  expect(storedNames("email", {})).toEqual(["email"]);
  expect(storedNames("email", { name: "mail" })).toEqual(["mail"]);
  expect(storedNames("email", { name: "mail", formerly: ["m", "e"] })).toEqual(["mail", "m", "e"]);
  expect(storedNames("html", stringParts("html", { parts: 3 }))).toEqual(["html", "html_1", "html_2", "html_3"]);
});

it("the current name is read first, unless programs still write the former ones", () => {
  expect(readNames("email", {})).toEqual(["email"]);
  expect(readNames("email", { name: "mail", formerly: ["m", "e"] })).toEqual(["mail", "m", "e"]);
  expect(readNames("email", { formerly: ["m", "e"], keepFormer: true })).toEqual(["m", "e", "email"]);
});

it("a property has the beginnings of its JSON members under each name", () => {
  const plain = string("email");
  expect(plain).toMatchObject({
    name: "email",
    jsonPrefix: ',"email":',
    stringPrefix: ',"email":"',
    defaultMember: "",
  });
  expect([plain.annotationName, plain.readNames, plain.formerPrefixes]).toEqual(["email@odata.type", ["email"], []]);
  const visits = int64("visits", { name: 'n"', formerly: ["hits"], default: 5n, evolution });
  expect(visits.jsonPrefix).toBe(',"n\\"@odata.type":"Edm.Int64","n\\"":');
  expect(visits.defaultMember).toBe(',"n\\"@odata.type":"Edm.Int64","n\\"":"5"');
  expect(visits.formerPrefixes).toEqual([',"hits@odata.type":"Edm.Int64","hits":']);
  expect([visits.annotationName, visits.readNames]).toEqual(['n"@odata.type', ['n"', "hits"]]);
  expect(dateTime("at").stringPrefix).toBe(',"at@odata.type":"Edm.DateTime","at":"');
});

it("parts have the names of the definition", () => {
  const named = (count: number, names?: string, from?: number) =>
    stringParts("p", { name: "P", parts: { count, ...(names && { names }), ...(from && { from }) } }).parts;
  expect(stringParts("p").parts).toMatchObject({ names: ["p"], next: "p_1", isFull: true });
  expect(stringParts("p", { name: "P", parts: 2 }).parts).toMatchObject({ names: ["P", "P_1"], next: "P_2" });
  expect(named(2)).toMatchObject({ names: ["P", "P_1"], next: "P_2", isFull: false });
  expect(named(3, "P{n}")).toMatchObject({ names: ["P", "P1", "P2"], next: "P3" });
  expect(named(2, "P{n}", 4)).toMatchObject({ names: ["P", "P5"], next: "P6" });
});
