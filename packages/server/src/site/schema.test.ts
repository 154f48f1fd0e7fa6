import { getMigrations } from "better-auth/db/migration";
import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

test("the sign-in library finds every table and column that it needs", async () => {
  await using edge = await openTestEdge();
  const { toBeCreated, toBeAdded } = await getMigrations({ ...(await edge.services.site.signIn.options()) });
  expect([toBeCreated, toBeAdded]).toEqual([[], []]);
});

test("the sign-in library would miss a table that is not there", async () => {
  await using edge = await openTestEdge();
  const options = await edge.services.site.signIn.options();
  const { toBeCreated } = await getMigrations({ ...options, user: { ...options.user, modelName: "nobody" } });
  expect(toBeCreated.map(({ table }) => table)).toEqual(["nobody"]);
});
