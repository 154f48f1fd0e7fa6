import { readFile } from "node:fs/promises";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";
import { endpoints } from "./rest/index.ts";

const document = openApiDocument(endpoints, "http://localhost:7070");

test("[PR20] the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe("3.1");
});

test("[PR20] the document describes every endpoint under its method and path", () => {
  const paths = document["paths"] as Record<string, Record<string, { operationId: string }>>;
  for (const { id, method, template } of endpoints)
    expect(paths[template]?.[method.toLowerCase()]?.operationId).toBe(id);
});

test("[PR20] every reference leads to a component, and none to itself", () => {
  const { schemas } = document["components"] as { schemas: Record<string, { $ref?: string }> };
  const targets = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g);
  for (const [, target] of targets) {
    expect(target).toMatch(/^#\/components\/schemas\//);
    expect(schemas).toHaveProperty(target!.slice("#/components/schemas/".length));
  }
  for (const schema of Object.values(schemas)) expect(schema.$ref).toBeUndefined();
  expect(JSON.stringify(document)).not.toContain("weft");
});

test("[PR21] ids are told apart, and so are method and path", () => {
  expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
  expect(new Set(endpoints.map(({ route }) => route)).size).toBe(endpoints.length);
});

test("[PR20] the committed document is the one that the declarations print", async () => {
  const committed = await readFile(new URL("../openapi.json", import.meta.url), "utf8");
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(document)));
});
