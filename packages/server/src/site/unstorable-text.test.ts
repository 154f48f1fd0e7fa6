/** Text that no database can hold, in calls of the site. What bodies refuse is declared, and tested there. */
import { internalEndpoints, parameterOf } from "@weft/protocol";
import type { Endpoint } from "@weft/protocol";
import { UnstorableText } from "@weft/store";
import { expect, test } from "vitest";
import type { z } from "zod";
import { fromSite, openTestEdge } from "../testing/test-edge.ts";
import type { HttpReply } from "../testing/test-edge.ts";

/** What the store says of a text that nothing refused before. */
const slippedThrough = "A text contains U+0000, which cannot be stored.";

function expectRefused(what: string, reply: HttpReply) {
  expect([what, reply.status], reply.text).toEqual([what, 422]);
  expect(reply.body.message).not.toBe(slippedThrough);
  expect(reply.body.message).toContain("must be well-formed text without NUL.");
}

test("[HE27] one that only the store refuses is a 422, too", async () => {
  await using edge = await openTestEdge({
    services: (real) => {
      const find = () => Promise.reject(new UnstorableText());
      return { ...real, rooms: Object.assign(Object.create(real.rooms) as typeof real.rooms, { find }) };
    },
  });
  const reply = await edge.call("GET", "/v2/rooms/r");
  expect([reply.status, reply.body]).toEqual([
    422,
    expect.objectContaining({
      error: "UNPROCESSABLE_ENTITY",
      message: slippedThrough,
      suggestion: "Remove the character.",
    }),
  ]);
});

test("[HE27] calls of the site refuse it in paths and queries", async () => {
  const unlimited = { restRateBurst: 1e9, restAddressRateBurst: 1e9, restUserRateBurst: 1e9 };
  await using edge = await openTestEdge({ site: { staffDomain: "weft.test" }, limits: unlimited });
  const ada = await edge.signUp({ teamName: "Engines" });
  const team: string = (await ada.call("GET", "/internal/me")).body.teams[0].id;
  const made = await ada.call("POST", `/internal/accounts/${team}/projects`, { displayName: "Board", type: "dev" });
  const project: string = made.body._id;
  const known: Readonly<Record<string, string>> = { teamId: team, projectId: project };

  for (const endpoint of internalEndpoints as readonly Endpoint[]) {
    const { id, method, template } = endpoint;
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const pathWith = (bad?: string) =>
      template.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === bad ? "a%00" : (known[name] ?? "x")));
    for (const name of names) expectRefused(`${id} ${name}`, await ada.call(method, pathWith(name), {}));
    if (names.some((name) => known[name] === undefined)) continue;
    for (const [name, parameter] of Object.entries(endpoint.query?.shape ?? {}))
      if (parameterOf(parameter as z.ZodType).kind === "text" && (parameter as z.ZodType).safeParse("a").success)
        expectRefused(`${id} ?${name}`, await ada.call(method, `${pathWith()}?${name}=a%00`));
  }
  const file = `/internal/projects/${project}/exports/a%00/file`;
  expectRefused("the file of an export", await ada.call("GET", file));
  expectRefused("REST, as a member", await ada.call("GET", `/internal/projects/${project}/api/rooms/a%00`));
});

test.for<[string, object, string]>([
  ["sign-up/email", { firstName: "A\0da" }, "firstName"],
  ["sign-up/email", { lastName: "Love\ud800" }, "lastName"],
  ["sign-up/email", { email: "ada\0@weft.test" }, "email"],
  ["sign-up/email", { password: "correct horse\0" }, "password"],
  ["sign-in/email", { email: "ada\0@weft.test" }, "email"],
  ["revoke-session", { token: "\0" }, "token"],
  ["reset-password", { newPassword: "correct horse battery", token: "\0" }, "token"],
  ["passkey/update-passkey", { id: "\0" }, "id"],
])("[HE27] %s refuses %j, and says where it stands", async ([path, part, name]) => {
  await using edge = await openTestEdge();
  const ada = await edge.signUp();
  const person = { email: "new@weft.test", password: "correct horse battery", firstName: "Ada", lastName: "L" };
  const body = { ...person, ...part };
  const reply = await edge.call("POST", `/internal/auth/${path}`, body, { ...fromSite, ...ada.headers });
  expectRefused(path, reply);
  expect(reply.body.message).toBe(`Value at key '${name}': must be well-formed text without NUL.`);
});

test("[HE27] the sign-in library is asked nothing of a query with it", async () => {
  await using edge = await openTestEdge();
  const reply = await edge.call("GET", "/internal/auth/callback/github?state=%00", undefined, fromSite);
  expectRefused("state", reply);
});
