import { expect, test } from "vitest";
import type { z } from "zod";
import { isBytes } from "./endpoint.ts";
import { mcpTools } from "./mcp.ts";
import { endpoints } from "./rest/index.ts";

const tools = mcpTools();
const isOld = (schema: z.ZodType | undefined) => schema?.meta()?.["deprecated"] === true;
const toolOf = (name: string) => tools.find((tool) => tool.name === name)!;

test("[MC1] each tool is an endpoint for secret keys, and names it", () => {
  expect(tools.length).toBeGreaterThan(60);
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  for (const { name, endpoint, title } of tools) {
    expect(endpoints).toContain(endpoint);
    expect(endpoint.auth).toBe("secret");
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(name.replaceAll("_", "-")).toBe(endpoint.id);
    expect(title).toBe(endpoint.summary);
  }
});

test("[MC1] no tool takes or returns bytes, issues tokens, or changes a copilot", () => {
  for (const { endpoint } of tools) {
    expect(isBytes(endpoint.body), endpoint.id).toBe(false);
    expect("octets" in endpoint.returns, endpoint.id).toBe(false);
    expect(endpoint.template).not.toMatch(/authorize|identify|upload|multipart|files|attachments/);
    if (endpoint.template.startsWith("/v2/ai/")) expect(endpoint.method).toBe("GET");
  }
});

test("[MC1] hints follow from the method", () => {
  const hintsOf = (name: string) => toolOf(name).annotations;
  const closed = { openWorldHint: false };
  const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, ...closed };
  expect(hintsOf("get_room")).toEqual(reads);
  expect(hintsOf("create_room")).toEqual({
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    ...closed,
  });
  expect(hintsOf("update_room")).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false });
  expect(hintsOf("delete_room")).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
  for (const { annotations, endpoint } of tools) expect(annotations.readOnlyHint).toBe(endpoint.method === "GET");
});

test("[MC1] arguments are the parameters of the path and the query, and the body", () => {
  for (const { endpoint, inputSchema } of tools) {
    const { path, query, body } = endpoint;
    const parameters = [...Object.keys(path?.shape ?? {}), ...Object.keys(query?.shape ?? {})];
    expect(parameters, endpoint.id).not.toContain("body");
    expect(new Set(parameters).size).toBe(parameters.length);
    const names = Object.keys(inputSchema["properties"] as object);
    const expected = [...parameters, ...(body === undefined ? [] : ["body"])];
    expect(names.toSorted(), `${endpoint.id} leaves out nothing but old names`).toEqual(
      expected.filter((name) => !isOld(query?.shape[name])).toSorted(),
    );
    for (const [, target] of JSON.stringify(inputSchema).matchAll(/"\$ref":"([^"]+)"/g))
      expect(inputSchema["$defs"]).toHaveProperty(target!.replace("#/$defs/", ""));
    expect(JSON.stringify(inputSchema)).not.toContain("weft");
  }
  expect(toolOf("list_rooms").inputSchema["properties"]).toMatchObject({
    limit: { type: "integer", maximum: 100 },
    metadata: { type: "object", additionalProperties: { type: "string" } },
  });
  expect(toolOf("create_comment").inputSchema["required"]).toEqual(["roomId", "threadId", "body"]);
  expect(toolOf("list_groups").inputSchema["required"]).toBeUndefined();
});
