import { endpoints } from "@weft/protocol";
import { expect, test } from "vitest";
import { operationOf, operations } from "./operations.ts";
import { canTry, tryFormOf, tryForms } from "./try-forms.ts";

test("the calls that can be tried are those that the dashboard's data gateway carries", () => {
  const carried = new Set(endpoints.filter(({ auth }) => auth === "secret").map(({ id }) => id));
  expect([...tryForms().keys()].filter((id) => !carried.has(id))).toEqual([]);
  expect(operations.filter((operation) => carried.has(operation.id) && !canTry(operation))).toEqual([]);
});

test("every form has the parameters of its path, and only fields with one meaning", () => {
  for (const form of tryForms().values()) {
    const inPath = form.fields.filter((field) => field.in === "path").map(({ name }) => name);
    const inRoute = [...form.path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
    expect(new Set(inRoute)).toEqual(new Set(inPath));
    const keys = form.fields.map((field) => `${field.in} ${field.name}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    expect(form.path.startsWith("/v2")).toBe(false);
  }
});

test("fields have the types and the choices of the declaration", () => {
  const fields = tryFormOf(operationOf("create-room")).fields;
  expect(fields.find(({ name }) => name === "id")).toMatchObject({ in: "body", kind: "text", required: true });
  expect(fields.find(({ name }) => name === "defaultAccesses")).toMatchObject({ kind: "json", required: true });
  expect(fields.find(({ name }) => name === "metadata")).toMatchObject({ kind: "json", required: false, initial: "" });
  expect(tryFormOf(operationOf("get-room")).body).toBe("none");
});
