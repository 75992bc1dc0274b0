import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { isTableError } from "../errors/table-error.js";
import { law } from "../test/law.js";
import { child, loadXmlParser, maxXmlUnits, parseXml, textOf, xmlElement, xmlText } from "./xml.js";

beforeAll(loadXmlParser);

const malformed = expect.objectContaining({ code: "response.malformed" });

describe("XML", () => {
  it("gives elements without prefixes, attributes, comments and declaration", () => {
    const root = parseXml('\ufeff<?xml version="1.0"?><!-- c --><m:a xmlns:m="x" b="c"><m:d>1</m:d><e/><d>2</d></m:a>');
    expect(root.name).toBe("a");
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([
      ["d", "1"],
      ["e", ""],
      ["d", "2"],
    ]);
    expect(textOf(child(root, "d"))).toBe("1");
    expect(textOf(child(root, "f"))).toBeUndefined();
  });

  it("gives no element for text, comments and processing instructions between elements", () => {
    const root = parseXml("<a>x<?pi y?><b/><!-- c -->z<![CDATA[w]]></a>");
    expect(root.children.map(({ name }) => name)).toEqual(["b"]);
    expect(root.text).toBe("xzw");
  });

  it("decodes the entities of XML itself, and leaves CDATA as it is", () => {
    const root = parseXml("<a>&lt;&amp;amp;&#65;&#x1F600;&unknown;<![CDATA[&lt;<b>]]></a>");
    expect(root.text).toBe("<&amp;A\u{1f600}&unknown;&lt;<b>");
  });

  it("is refused with a DOCTYPE: no entity is ever expanded", () => {
    const laughs = '<!DOCTYPE a [<!ENTITY l "ha"><!ENTITY m "&l;&l;&l;">]><a>&m;</a>';
    expect(() => parseXml(laughs)).toThrow(malformed);
    const file = '<!doctype a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>';
    expect(() => parseXml(file)).toThrow(malformed);
  });

  it("is refused beyond a length and a depth", () => {
    expect(() => parseXml(`<a>${"x".repeat(maxXmlUnits)}</a>`)).toThrow(malformed);
    expect(() => parseXml("<a>".repeat(40) + "</a>".repeat(40))).toThrow(malformed);
    expect(parseXml("<a>".repeat(20) + "</a>".repeat(20)).name).toBe("a");
    const nested = (depth: number) => () => parseXml("<a>".repeat(depth) + "</a>".repeat(depth));
    expect(nested(32)).not.toThrow();
    expect(nested(33)).toThrow(malformed);
    const long = (units: number) => () => parseXml(`<a>${"x".repeat(units - 7)}</a>`);
    expect(long(1_048_576)).not.toThrow();
    expect(long(1_048_577)).toThrow(malformed);
  });

  it.each(["", "text", "<a", "<a><b></a>", "<a/><b/>", "<a></a></a>", "{}"])(
    "is refused when it is none: %j",
    (text) => {
      expect(() => parseXml(text)).toThrow(malformed);
    },
  );

  it("throws nothing but a TableError, whatever the text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 10 }),
      fc.constantFrom(
        "<a>",
        "</a>",
        "<b x='1'",
        ">",
        "/>",
        "<?xml",
        "?>",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "&",
        "&#",
        ";",
      ),
      fc.constantFrom("<!ENTITY", "<!DOCTYPE", "[", "]", "\0", "<__proto__>", "</__proto__>", "<constructor/>"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          parseXml(pieces.join(""));
        } catch (error) {
          if (!isTableError(error)) throw error;
        }
      }),
      law(10_000),
    );
  });

  it("reads back any text that it writes", () => {
    const char = fc.integer({ min: 0x20, max: 0x2fff }).map((code) => String.fromCharCode(code));
    const text = fc.string({
      unit: fc.oneof(char, fc.constantFrom("&", "<", ">", '"', "'", "]]>", "\r", "\n", "\t", " ")),
    });
    fc.assert(
      fc.property(text, (value) => {
        expect(parseXml(`<a>${xmlElement("Id", value)}</a>`).children[0]?.text).toBe(value);
      }),
      law(10_000),
    );
    expect(xmlElement("Id", undefined)).toBe("");
    expect(xmlText("policy&1")).toBe("policy&amp;1");
  });
});

it("says why a text is no XML of the service", () => {
  const message = (reason: string) => `Invalid XML response: ${reason}`;
  expect(() => parseXml("text")).toThrow(message("it does not begin with <."));
  expect(() => parseXml("<a/><b/>")).toThrow(message("it does not have exactly one root element."));
  expect(() => parseXml("<!DOCTYPE a><a/>")).toThrow(message("it has a DOCTYPE, which the service never sends."));
  expect(() => parseXml(`<a>${"x".repeat(maxXmlUnits)}</a>`)).toThrow(
    message("it has 1048583 characters, more than 1048576."),
  );
  expect(() => parseXml("<a>".repeat(33) + "</a>".repeat(33))).toThrow(
    message("its elements are nested deeper than 32."),
  );
});

it("gives the first child with a name, and its text without the space around it", () => {
  const root = parseXml("<a><b> 1\n</b><c/><b>2</b></a>");
  expect([textOf(child(root, "b")), textOf(child(root, "c")), textOf(undefined)]).toEqual(["1", "", undefined]);
  expect([child(root, "d"), child(undefined, "b")]).toEqual([undefined, undefined]);
});

it("writes numbers and flags as texts", () => {
  expect([xmlElement("A", 0), xmlElement("A", false), xmlElement("A", "")]).toEqual([
    "<A>0</A>",
    "<A>false</A>",
    "<A></A>",
  ]);
  expect(xmlText("&<>\"'\r\n")).toBe("&amp;&lt;&gt;&quot;&apos;&#xD;\n");
});
