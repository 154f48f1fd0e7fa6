import { expect, test } from "vitest";
import { inForm, parseJson, parseStorage, parseValue, textOfValue } from "./storage-json.ts";

test("plain JSON is given kinds, and a document that names its own is left alone", () => {
  expect(parseStorage('{"a":[1,{"b":null}]}')).toEqual({
    document: {
      liveblocksType: "LiveObject",
      data: {
        a: { liveblocksType: "LiveList", data: [1, { liveblocksType: "LiveObject", data: { b: null } }] },
      },
    },
  });
  const own = { liveblocksType: "LiveObject", data: { a: [1] } };
  expect(parseStorage(JSON.stringify(own))).toEqual({ document: own });
});

test("an invalid document has an error", () => {
  expect(parseStorage("[1]")).toEqual({ fault: "Enter a JSON object." });
  expect(parseStorage("{")).toMatchObject({ fault: expect.stringContaining("JSON") });
});

test("a string is edited as it is, whatever is in it", () => {
  for (const value of ["Write the checklist", "", 'a "quoted" word', "12", "null", "{", "two\nlines", "日本語"]) {
    const { form, text } = textOfValue(value);
    expect([form, text]).toEqual(["string", value]);
    expect(parseValue(form, text)).toEqual({ value });
  }
});

test("other values are edited as JSON", () => {
  for (const value of [12, true, null, ["a"], { a: 1 }]) {
    const { form, text } = textOfValue(value);
    expect(form).toBe("json");
    expect(parseValue(form, text)).toEqual({ value });
  }
});

test("a string keeps its text when the form is changed, and gets its quotes", () => {
  expect(inForm("json", 'a "b"')).toBe('"a \\"b\\""');
  expect(inForm("string", '"a"')).toBe("a");
  expect(inForm("string", "[1]")).toBe("[1]");
});

test("an error has the product's wording, regardless of the browser's message", () => {
  expect(parseJson("no quotes")).toEqual({ fault: "This is not valid JSON. Strings and keys need double quotes." });
  expect(parseJson(" ")).toEqual({ fault: "Enter a value." });
});
