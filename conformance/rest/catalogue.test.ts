import { Validator } from "@seriousme/openapi-schema-validator";
import { endpoints } from "@weft/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

/** What every endpoint answers, and each of its errors, is tested beside the edge: `server/src/http/catalogue.test.ts`. */
let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

test("an unknown path is not found, even without a key", async () => {
  const response = await fetch(`${lobby.server.url}/v2/nothing`);
  expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([404, "NOT_FOUND"]);
});

test("the OpenAPI document is valid, and names every endpoint with the status it answers", async () => {
  const response = await fetch(`${lobby.server.url}/v2/openapi.json`);
  const document = (await response.json()) as {
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  };
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(validator.version).toBe("3.1");
  for (const { id, template, method, status = 200 } of endpoints) {
    const operation = document.paths[template]?.[method.toLowerCase()];
    expect(operation?.operationId, id).toBe(id);
    expect(Object.keys(operation!.responses), id).toContain(String(status));
  }
});
