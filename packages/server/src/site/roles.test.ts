/** Who may call what: every call of the site, by every kind of caller. */
import { endpoints, internalEndpoints } from "@weft/protocol";
import type { InternalEndpoint } from "@weft/protocol";
import { afterAll, describe, expect, test } from "vitest";
import { fromSite, openTestEdge } from "../testing/test-edge.ts";
import type { SignedIn } from "../testing/test-edge.ts";
import { siteRoutes } from "./routes.ts";

/** The data gateway, from the REST calls that it repeats. */
const gateway = endpoints
  .filter(({ auth }) => auth === "secret")
  .map(({ method, template }) => ({
    method,
    template: `/internal/projects/{projectId}/api${template.slice("/v2".length)}`,
    role: "member" as const,
  }));

const calls = [...siteRoutes.map(({ endpoint }) => endpoint as InternalEndpoint), ...gateway].map(
  ({ method, template, role }) => ({ method, template, role, title: `${method} ${template}` }),
);

const edge = await openTestEdge({ limits: { signInsPerAddress: 1e9, restAddressRateBurst: 1e9 } });
afterAll(() => edge[Symbol.asyncDispose]());

/** A team with an owner and a member, and a user of another team. */
async function openWorld() {
  const owner = await edge.signUp({ teamName: "Engines" });
  const member = await edge.signUp();
  const outsider = await edge.signUp({ teamName: "Others" });
  const teamId = await teamOf(owner);
  const { body: project } = await owner.call("POST", `/internal/accounts/${teamId}/projects`, { displayName: "One" });
  const invited = { emails: [member.email], role: "member" };
  const { body: outcomes } = await owner.call("POST", `/internal/teams/${teamId}/invitations`, invited);
  const secret = String(outcomes[0].link).split("/").at(-1)!;
  await member.call("POST", `/internal/invitations/${secret}/accept`);
  const places: Readonly<Record<string, string>> = {
    teamId,
    projectId: project._id,
    userId: outsider.id,
    invitationId: "nothing",
    keyId: "nothing",
    roomId: "nothing",
  };
  const urlOf = (template: string) => template.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? "nothing");
  return { owner, member, outsider, urlOf };
}

async function teamOf(person: SignedIn): Promise<string> {
  return (await person.call("GET", "/internal/me")).body.teams[0].id;
}

test("[AD1] every declared call is implemented, once", () => {
  const implemented = siteRoutes.map(({ endpoint }) => endpoint.route);
  expect(implemented.toSorted()).toEqual(internalEndpoints.map(({ route }) => route).toSorted());
});

/** The outcome of the access check of a call. The handler's answer to an empty body does not matter here. */
const outcomes = {
  anyone: { stranger: "in", outsider: "in", member: "in", owner: "in" },
  account: { stranger: "401 UNAUTHENTICATED", outsider: "in", member: "in", owner: "in" },
  member: { stranger: "401 UNAUTHENTICATED", outsider: "404 NOT_FOUND", member: "in", owner: "in" },
  owner: { stranger: "401 UNAUTHENTICATED", outsider: "404 NOT_FOUND", member: "403 FORBIDDEN", owner: "in" },
  staff: {
    stranger: "401 UNAUTHENTICATED",
    outsider: "403 FORBIDDEN",
    member: "403 FORBIDDEN",
    owner: "403 FORBIDDEN",
  },
} as const;

describe.for(calls.map((call) => [call.title, call] as const))("%s", ([, { method, template, role }]) => {
  test("[AD1] admits users with its role, and does not reveal to others that it exists", async () => {
    const found: Record<string, string> = {};
    const { urlOf, ...people } = await openWorld();
    for (const who of ["stranger", "outsider", "member", "owner"] as const) {
      const headers = who === "stranger" ? fromSite : people[who].headers;
      const reply = await edge.call(method, urlOf(template), method === "GET" ? undefined : {}, headers);
      const atDoor =
        ["UNAUTHENTICATED", "FORBIDDEN"].includes(reply.body?.error) ||
        (reply.body?.error === "NOT_FOUND" && /^(Team|Project) not found/.test(reply.body.message));
      found[who] = atDoor ? `${reply.status} ${reply.body.error}` : "in";
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
    }
    expect(found).toEqual(outcomes[role]);
  });
});

const writes = calls.filter(({ method }) => method !== "GET");
// Refused calls leave nothing behind.
const { owner, urlOf } = await openWorld();

describe.for(writes.map((call) => [call.title, call] as const))("%s", ([, { method, template }]) => {
  test("[AD6] is refused to pages of other sites, and without the site's CSRF header", async () => {
    const { cookie } = owner.headers as { cookie: string };
    const site = { "sec-fetch-site": "same-origin", "x-weft-csrf": "1" };
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { ...site, origin: "https://evil.test" },
      { ...site, origin: "null" },
      { ...site, "sec-fetch-site": "cross-site" },
      { ...site, "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "same-origin", origin: "https://weft.test" },
    ];
    for (const headers of foreign) {
      const reply = await edge.call(method, urlOf(template), {}, { ...headers, cookie });
      expect([reply.status, reply.body.error]).toEqual([403, "FORBIDDEN"]);
    }
  });
});
