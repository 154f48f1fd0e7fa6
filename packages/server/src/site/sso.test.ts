/** Single sign-on of teams: its settings, the path of a browser through it, and what it gives access to. */
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { limits } from "@weft/protocol";
import { createSigningIdentity, describeProvider, issueResponse, readRequest } from "@weft/testkit/identity-provider";
import type { AuthnRequest, ResponseDraft, SigningIdentity } from "@weft/testkit/identity-provider";
import type { Kysely } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { cookiesOf, fromSite, openTestEdge } from "../testing/test-edge.ts";
import type { HttpReply, SignedIn, TestEdge, TestEdgeOptions } from "../testing/test-edge.ts";

const entityId = "https://idp.test/metadata";
const signInUrl = "https://idp.test/sign-in";
const password = "correct horse battery";

let identity: SigningIdentity;
let otherIdentity: SigningIdentity;
beforeAll(async () => {
  [identity, otherIdentity] = await Promise.all([createSigningIdentity(), createSigningIdentity()]);
});

const now = (edge: TestEdge) => edge.services.site.now();
const memberPaths = (team: string, project: string) => [
  `/internal/teams/${team}`,
  `/internal/teams/${team}/members`,
  `/internal/projects/${project}`,
  `/internal/projects/${project}/api/rooms`,
  `/internal/projects/${project}/events/stream`,
];

/** A team with an owner and a project. The library keeps its own time, and so do responses: the edge follows. */
async function openWorld(options: TestEdgeOptions = {}) {
  const texts = new Map<string, readonly string[] | Error>();
  const readTextRecords = async (domain: string) => {
    const found = texts.get(domain) ?? [];
    if (found instanceof Error) throw found;
    return found;
  };
  const edge = await openTestEdge({ ...options, site: { readTextRecords, ...options.site } });
  edge.advance(Date.now() - now(edge));
  const owner = await edge.signUp({ teamName: "Engines", email: "ada@corp.test" });
  const team: string = (await owner.call("GET", "/internal/me")).body.teams[0].id;
  const { body } = await owner.call("POST", `/internal/accounts/${team}/projects`, { displayName: "One" });
  const url = `/internal/teams/${team}/sso`;
  return { edge, owner, team, url, texts, project: String(body._id) };
}
type World = Awaited<ReturnType<typeof openWorld>>;

const attributes = { email: null, firstName: null, lastName: null };

async function connect({ owner, url }: Pick<World, "owner" | "url">, change: object = {}) {
  const provider = { entityId, signInUrl, certificates: [identity.certificate], attributes, ...change };
  return owner.call("PUT", `${url}/connection`, provider);
}

async function verifyDomain({ owner, url, texts }: Pick<World, "owner" | "url" | "texts">, domain = "corp.test") {
  const claimed = await owner.call("POST", `${url}/domains`, { domain });
  expect(claimed.status).toBe(200);
  const { record } = claimed.body.domains.find((candidate: { domain: string }) => candidate.domain === domain);
  texts.set(domain, ["v=spf1 -all", record]);
  return owner.call("POST", `${url}/domains/${domain}/verify`);
}

/** For changes that no call makes here. */
const databaseOf = async (edge: TestEdge) =>
  ((await edge.services.site.signIn.options()).database as { db: Kysely<any> }).db;
/** As its link in a mail does. */
const confirm = async (edge: TestEdge, id: string) =>
  (await databaseOf(edge)).updateTable("users").set({ emailVerified: 1 }).where("id", "=", id).execute();

/** A world whose team has a connection and a domain. */
async function openConnected(options: TestEdgeOptions = {}) {
  const world = await openWorld(options);
  expect((await connect(world)).status).toBe(200);
  expect((await verifyDomain(world)).status).toBe(200);
  return world;
}

interface Way {
  readonly email?: string;
  readonly next?: string;
  /** Of the browser, before. */
  readonly cookie?: string;
  readonly as?: SigningIdentity;
  readonly draft?: Partial<ResponseDraft>;
}

function start(edge: TestEdge, email: string, next?: string, cookie = "") {
  return edge.call("POST", "/internal/auth/sso/start", { email, next }, { ...fromSite, cookie });
}

/** The form that the identity provider's page sends: from another site, without cookies. */
function post(edge: TestEdge, acsUrl: string, fields: Readonly<Record<string, string>>) {
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    origin: "https://idp.test",
    "sec-fetch-site": "cross-site",
  };
  return edge.call("POST", new URL(acsUrl).pathname, new URLSearchParams(fields).toString(), headers);
}

function respond(request: AuthnRequest, { email = "grace@corp.test", as = identity, draft }: Way = {}) {
  const xml = issueResponse({ entityId, request, email, ...draft }, as);
  return { SAMLResponse: Buffer.from(xml).toString("base64"), RelayState: request.relayState };
}

const placeOf = ({ headers }: HttpReply) => headers["location"] ?? "";
const comeBack = (edge: TestEdge, place: string, cookie: string) =>
  edge.call("GET", place, undefined, { cookie, "sec-fetch-site": "cross-site" });

/** The whole way of a browser. */
async function signIn(edge: TestEdge, way: Way = {}) {
  const { email = "grace@corp.test", next, cookie = "" } = way;
  const began = await start(edge, email, next, cookie);
  expect(began.status).toBe(200);
  const own = [cookie, cookiesOf(began)].filter((text) => text !== "").join("; ");
  const request = readRequest(began.body.url);
  const received = await post(edge, request.acsUrl, respond(request, way));
  expect(received.status).toBe(303);
  const finished = await comeBack(edge, placeOf(received), own);
  return { request, received, finished, place: placeOf(finished), cookie: cookiesOf(finished), own };
}

const asPerson = (edge: TestEdge, cookie: string) => (method: string, url: string, body?: unknown) =>
  edge.call(method, url, body, { ...fromSite, cookie });
const whoIs = async (edge: TestEdge, cookie: string) =>
  (await edge.call("GET", "/internal/me", undefined, { cookie })).body.user;

async function log({ owner, team }: Pick<World, "owner" | "team">, action = "sso.") {
  const { body } = await owner.call("GET", `/internal/teams/${team}/audit-log?action=${action}`);
  return (body.data as { action: string; target: { id: string } | null }[]).map((entry) => entry);
}
const refusals = async (world: Pick<World, "owner" | "team">) =>
  (await log(world, "sso.refused")).map(({ target }) => target?.id);

/** A test sign-in of the owner. */
async function makeTest({ edge, owner, url }: Pick<World, "edge" | "owner" | "url">, way: Way = {}) {
  const began = await owner.call("POST", `${url}/test`);
  expect(began.status).toBe(200);
  const request = readRequest(began.body.url);
  const received = await post(edge, request.acsUrl, respond(request, { email: "ada@corp.test", ...way }));
  return { request, received };
}

/** Sets up an authenticator app; answers the codes for the day on which it is lost. */
async function addSecondFactor(person: SignedIn): Promise<readonly string[]> {
  const enabled = await person.call("POST", "/internal/auth/two-factor/enable", { password });
  const secret = new URL(enabled.body.totpURI).searchParams.get("secret")!;
  const app = createOTP(new TextDecoder().decode(base32.decode(secret)));
  const done = await person.call("POST", "/internal/auth/two-factor/verify-totp", { code: await app.totp() });
  expect(done.status).toBe(200);
  return enabled.body.backupCodes;
}

async function joinTeam({ owner, team }: Pick<World, "owner" | "team">, person: SignedIn, role = "member") {
  const { body } = await owner.call("POST", `/internal/teams/${team}/invitations`, { emails: [person.email], role });
  await person.call("POST", `/internal/invitations/${String(body[0].link).split("/").at(-1)}/accept`);
}

/** Requires single sign-on of members, with the owner as break-glass. */
async function enforce(world: World) {
  const { edge, owner, url } = world;
  const { received } = await makeTest(world);
  await comeBack(edge, placeOf(received), owner.headers["cookie"]!);
  const done = await owner.call("PUT", `${url}/enforcement`, { enforced: true, breakGlass: [owner.id] });
  expect(done.body).toMatchObject({ enforced: true, breakGlass: [owner.id] });
}

describe("the settings", () => {
  test("begin empty, and say what the identity provider must know", async () => {
    const { edge, owner, team, url } = await openWorld();
    await using _ = edge;
    const base = `https://weft.test/internal/auth/sso/${team}`;
    expect((await owner.call("GET", url)).body).toEqual({
      service: { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, metadataUrl: `${base}/metadata` },
      connection: null,
      domains: [],
      test: null,
      enforced: false,
      breakGlass: [],
    });
    const metadata = await edge.call("GET", `/internal/auth/sso/${team}/metadata`, undefined, {});
    expect([metadata.status, metadata.headers["content-type"]]).toEqual([
      200,
      "application/samlmetadata+xml; charset=utf-8",
    ]);
    expect(metadata.text).toContain(`${base}/acs`);
    expect((await edge.call("GET", "/internal/auth/sso/nothing/metadata", undefined, {})).status).toBe(404);
  });

  test("are filled by metadata or by hand, changed and deleted", async () => {
    const world = await openWorld();
    const { edge, owner, url } = world;
    await using _ = edge;
    const metadata = describeProvider({ entityId, signInUrl, certificates: [identity.certificate] });
    const read = await owner.call("POST", `${url}/metadata`, { metadata });
    expect(read.body).toMatchObject({ entityId, signInUrl });
    expect((await owner.call("GET", url)).body.connection).toBeNull();
    const put = await owner.call("PUT", `${url}/connection`, { ...read.body, attributes });
    expect(put.body.connection).toMatchObject({
      entityId,
      signInUrl,
      certificates: [
        {
          subject: "Test identity provider",
          fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
          expiresAt: "2099-01-01T00:00:00.000Z",
        },
      ],
      attributes,
    });
    const mapped = await connect(world, { attributes: { ...attributes, email: "upn" } });
    expect(mapped.body.connection.attributes.email).toBe("upn");
    expect((await owner.call("DELETE", `${url}/connection`)).body).toEqual({ done: true });
    expect((await owner.call("DELETE", `${url}/connection`)).status).toBe(404);
    expect((await log(world)).map(({ action }) => action)).toEqual([
      "sso.disconnected",
      "sso.connectionChanged",
      "sso.connected",
    ]);
  });

  test("refuse invalid values, and keep the previous ones", async () => {
    const world = await openConnected();
    const { edge, owner, url } = world;
    await using _ = edge;
    const before = (await owner.call("GET", url)).body;
    for (const change of [
      { signInUrl: "http://idp.test/sign-in" },
      { signInUrl: "javascript:alert(1)" },
      { signInUrl: "idp.test" },
      { entityId: "" },
      { entityId: "x".repeat(limits.samlNameLength + 1) },
      { certificates: [] },
      { certificates: ["not a certificate"] },
      { certificates: Array.from({ length: limits.samlCertificates + 1 }, () => identity.certificate) },
      { certificates: [identity.certificate + otherIdentity.certificate] },
      { certificates: [identity.privateKey] },
    ]) {
      const { status, body } = await connect(world, change);
      expect([change, status, body.error]).toEqual([change, 422, "UNPROCESSABLE_ENTITY"]);
    }
    expect((await owner.call("POST", `${url}/metadata`, { metadata: "<html/>" })).status).toBe(422);
    expect((await owner.call("GET", url)).body).toEqual(before);
  });

  test("[SO5] are changed by owners alone, each change with its entry", async () => {
    const world = await openConnected();
    const { edge, owner, team, url } = world;
    await using _ = edge;
    const member = await edge.signUp();
    await joinTeam(world, member);
    const outsider = await edge.signUp({ teamName: "Others" });
    for (const [person, status] of [
      [member, 403],
      [outsider, 404],
    ] as const)
      for (const [method, path] of [
        ["GET", ""],
        ["PUT", "/connection"],
        ["DELETE", "/connection"],
        ["POST", "/domains"],
        ["POST", "/domains/corp.test/verify"],
        ["DELETE", "/domains/corp.test"],
        ["POST", "/test"],
        ["PUT", "/enforcement"],
      ] as const)
        expect([method, path, (await person.call(method, url + path, {})).status]).toEqual([method, path, status]);
    expect((await owner.call("DELETE", `${url}/domains/other.test`)).status).toBe(404);
    await owner.call("DELETE", `${url}/domains/corp.test`);
    const { body } = await owner.call("GET", `/internal/teams/${team}/audit-log?action=sso.`);
    expect(body.data).toMatchObject([
      { action: "sso.domainRemoved", actor: { id: owner.id }, target: { kind: "domain", id: "corp.test" } },
      { action: "sso.domainVerified" },
      { action: "sso.domainClaimed" },
      { action: "sso.connected", target: { kind: "sso", id: team, name: entityId } },
    ]);
  });
});

describe("[SO1] a domain", () => {
  test("is verified by its DNS record, and by nothing else", async () => {
    const world = await openWorld();
    const { edge, owner, url, texts } = world;
    await using _ = edge;
    const claimed = await owner.call("POST", `${url}/domains`, { domain: " @Corp.Test. " });
    expect(claimed.body.domains).toEqual([
      { domain: "corp.test", record: expect.stringMatching(/^weft-verification=[\w-]{32}$/), verifiedAt: null },
    ]);
    const [{ record }] = claimed.body.domains;
    const verify = () => owner.call("POST", `${url}/domains/corp.test/verify`);
    for (const [found, message] of [
      [[], "corp.test has no verification record yet."],
      [["v=spf1 -all"], "corp.test has no verification record yet."],
      [["weft-verification=other"], "corp.test has a verification record with another value."],
      [[`${record}x`], "corp.test has a verification record with another value."],
      [new Error("timeout"), "The name servers of corp.test didn't answer."],
    ] as const) {
      texts.set("corp.test", found);
      const { status, body } = await verify();
      expect([status, body.error, body.message]).toEqual([409, "CONFLICT", message]);
      expect(body.suggestion).not.toBe("");
    }
    texts.set("corp.test", ["other", ` ${record} `]);
    expect((await verify()).body.domains).toMatchObject([{ verifiedAt: expect.any(String) }]);
    // Claimed once more, it is what it was.
    const again = await owner.call("POST", `${url}/domains`, { domain: "CORP.TEST" });
    expect(again.body.domains).toMatchObject([{ record, verifiedAt: expect.any(String) }]);
    expect((await owner.call("POST", `${url}/domains/none.test/verify`)).status).toBe(404);
  });

  test("is one: other texts are refused", async () => {
    const { edge, owner, url } = await openWorld();
    await using _ = edge;
    for (const domain of [
      "",
      "corp",
      "a b.test",
      "corp.test/x",
      "1.2.3.4",
      "[::1]",
      "-a.test",
      "a..test",
      "x".repeat(301),
    ])
      expect([domain, (await owner.call("POST", `${url}/domains`, { domain })).status]).toEqual([domain, 422]);
    const { body } = await owner.call("POST", `${url}/domains`, { domain: "bücher.test" });
    expect(body.domains).toMatchObject([{ domain: "xn--bcher-kva.test" }]);
  });

  test("belongs to one team at a time", async () => {
    const world = await openConnected();
    const { edge, owner, url, texts } = world;
    await using _ = edge;
    const other = await edge.signUp({ teamName: "Others" });
    const otherTeam: string = (await other.call("GET", "/internal/me")).body.teams[0].id;
    const otherUrl = `/internal/teams/${otherTeam}/sso`;
    const taken = await other.call("POST", `${otherUrl}/domains`, { domain: "corp.test" });
    expect([taken.status, taken.body.message]).toEqual([409, "Another team has verified corp.test."]);
    await owner.call("DELETE", `${url}/domains/corp.test`);
    expect((await verifyDomain({ owner: other, url: otherUrl, texts })).status).toBe(200);
    // A claim from before, which its record would verify now.
    expect((await owner.call("POST", `${url}/domains`, { domain: "corp.test" })).status).toBe(409);
  });

  test("of the operator cannot be claimed, and makes no one staff", async () => {
    {
      const { edge, owner, url } = await openWorld({ site: { staffDomain: "Staff.Test" } });
      await using _ = edge;
      const refused = await owner.call("POST", `${url}/domains`, { domain: "staff.test" });
      expect([refused.status, refused.body.message]).toEqual([
        409,
        "staff.test belongs to the operator of this server.",
      ]);
    }
    // A claim from before it became the operator's: the server is started with the setting over the same database.
    const world = await openWorld({ site: { staffDomain: "corp.test" } });
    const { edge, owner, team } = world;
    await using _ = edge;
    await connect(world);
    const claim = { team_id: team, domain: "corp.test", record: "x", created_at: 1, verified_at: 1 };
    await (await databaseOf(edge)).insertInto("sso_domains").values(claim).execute();
    const began = await start(edge, "grace@corp.test");
    expect([began.status, began.body.reason]).toEqual([404, "unknownDomain"]);
    expect((await owner.call("POST", `${world.url}/domains/corp.test/verify`)).status).toBe(200);
    const { received } = await makeTest(world);
    expect(placeOf(received)).toBe(`/dashboard/${team}/settings/security?sso=otherDomain`);
  });
});

describe("a sign-in", () => {
  test("[SO4] opens an account and a session for a new colleague, who is a member from then on", async () => {
    const world = await openConnected();
    const { edge, owner, team, project } = world;
    await using _ = edge;
    const { finished, place, cookie } = await signIn(edge, { next: `/dashboard/${team}/members` });
    expect([finished.status, place]).toEqual([303, `/dashboard/${team}/members`]);
    expect(String(finished.headers["set-cookie"])).toMatch(
      /^__Host-weft\.session_token=.*; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await whoIs(edge, cookie)).toMatchObject({
      email: "grace@corp.test",
      emailVerified: true,
      firstName: "Grace",
      lastName: "Hopper",
      isStaff: false,
    });
    const call = asPerson(edge, cookie);
    expect((await call("GET", "/internal/me")).body.teams).toMatchObject([{ id: team, role: "member" }]);
    expect((await call("GET", `/internal/projects/${project}/api/rooms`)).status).toBe(200);
    const entries = (await owner.call("GET", `/internal/teams/${team}/audit-log`)).body.data.slice(0, 2);
    expect(entries).toMatchObject([
      { action: "sso.signedIn", actor: { email: "grace@corp.test" } },
      { action: "member.joined", actor: { email: "grace@corp.test" } },
    ]);
    expect(JSON.stringify(entries)).not.toContain("Assertion");
    // Known again, and nothing is done twice.
    const again = await signIn(edge);
    expect(again.place).toBe(`/dashboard/${team}`);
    expect((await whoIs(edge, again.cookie)).id).toBe((await whoIs(edge, cookie)).id);
    expect((await owner.call("GET", `/internal/teams/${team}/members`)).body).toHaveLength(2);
  });

  test("keeps the role and the names of a member, and opens no other team", async () => {
    const world = await openConnected();
    const { edge, owner, team } = world;
    await using _ = edge;
    const { cookie } = await signIn(edge, { email: "ada@corp.test" });
    expect((await asPerson(edge, cookie)("GET", "/internal/me")).body).toMatchObject({
      user: { id: owner.id, firstName: "Ada" },
      teams: [{ id: team, role: "owner" }],
    });
  });

  test("[TM4] is the sign-in method of its own team alone", async () => {
    const { edge, owner, team, project } = await openConnected();
    await using _ = edge;
    const { cookie } = await signIn(edge);
    const call = asPerson(edge, cookie);
    expect((await call("GET", "/internal/me")).body).toMatchObject({ signedInWith: "saml" });
    const person = (await edge.services.site.people.person(owner.id))!;
    await edge.services.site.teams.secure({ person }, team, { signInMethods: ["saml"] });
    expect((await call("GET", `/internal/projects/${project}`)).status).toBe(200);
    expect((await owner.call("GET", `/internal/projects/${project}`)).body.error).toBe("SIGN_IN_METHOD_NOT_ALLOWED");

    // A team of another company, which the same person is in.
    const stranger = await edge.signUp({ teamName: "Others" });
    const other: string = (await stranger.call("GET", "/internal/me")).body.teams[0].id;
    const { id } = await whoIs(edge, cookie);
    const colleague = (await edge.services.site.people.person(id))!;
    await edge.services.site.teams.join({ person: colleague }, other);
    expect((await call("GET", `/internal/teams/${other}`)).status).toBe(200);
    const owns = (await edge.services.site.people.person(stranger.id))!;
    await edge.services.site.teams.secure({ person: owns }, other, { signInMethods: ["saml"] });
    expect((await call("GET", `/internal/teams/${other}`)).body.error).toBe("SIGN_IN_METHOD_NOT_ALLOWED");
  });

  test("opens a server by invitation to colleagues alone", async () => {
    const { edge } = await openConnected({ site: { byInvitation: true } });
    await using _ = edge;
    expect((await edge.signUp({ email: "eve@corp.test" }).catch((error: Error) => error.message)) as string).toContain(
      "come by invitation",
    );
    expect((await whoIs(edge, (await signIn(edge)).cookie)).email).toBe("grace@corp.test");
  });

  test("[AD5] makes no one staff, whatever becomes of the account's address", async () => {
    const { edge } = await openConnected({ site: { staffDomain: "staff.test" } });
    await using _ = edge;
    const grace = await edge.signUp({ email: "grace@corp.test" });
    await confirm(edge, grace.id);
    const { cookie } = await signIn(edge);
    await (
      await databaseOf(edge)
    )
      .updateTable("users")
      .set({ email: "grace@staff.test" })
      .where("id", "=", grace.id)
      .execute();
    expect(await whoIs(edge, cookie)).toMatchObject({ email: "grace@staff.test", isStaff: false });
    expect(await whoIs(edge, grace.headers["cookie"]!)).toMatchObject({ email: "grace@staff.test", isStaff: true });
  });

  test("[SO4] removes the sign-in methods of an account with an unverified email address", async () => {
    const world = await openConnected();
    const { edge } = world;
    await using _ = edge;
    // Someone else was first with the address.
    const eve = await edge.signUp({ email: "grace@corp.test", teamName: "Trap" });
    await addSecondFactor(eve);
    const { cookie, place } = await signIn(edge);
    expect(place).toBe(`/dashboard/${world.team}`);
    expect(await whoIs(edge, cookie)).toMatchObject({ id: eve.id, emailVerified: true, twoFactorEnabled: false });
    expect(await whoIs(edge, eve.headers["cookie"]!)).toBeNull();
    const retried = await edge.call("POST", "/internal/auth/sign-in/email", { email: eve.email, password }, fromSite);
    expect(retried.status).toBe(401);
    await expect.poll(async () => (await edge.mails())[0]?.subject).toBe("Your account now uses single sign-on");
    // A confirmed account keeps its methods.
    const alan = await edge.signUp({ email: "alan@corp.test" });
    await confirm(edge, alan.id);
    await signIn(edge, { email: "alan@corp.test" });
    expect(await whoIs(edge, alan.headers["cookie"]!)).toMatchObject({ id: alan.id });
  });

  test("[SO4] asks for the second factor of an account that has one, and stays a single sign-on behind it", async () => {
    const world = await openConnected();
    const { edge, owner, team } = world;
    await using _ = edge;
    const grace = await edge.signUp({ email: "grace@corp.test" });
    await confirm(edge, grace.id);
    await joinTeam(world, grace);
    const codes = await addSecondFactor(grace);
    await enforce(world);

    const { place, cookie } = await signIn(edge, { next: "/dashboard/account" });
    expect(place).toBe("/sign-in/two-factor?next=%2Fdashboard%2Faccount");
    expect(await whoIs(edge, cookie)).toBeNull();
    const backup = { code: codes[0] };
    const done = await edge.call("POST", "/internal/auth/two-factor/verify-backup-code", backup, {
      ...fromSite,
      cookie,
    });
    expect(done.status).toBe(200);
    expect((await asPerson(edge, cookiesOf(done))("GET", `/internal/teams/${team}`)).status).toBe(200);

    // A password and a code are not a single sign-on.
    const half = await edge.call("POST", "/internal/auth/sign-in/email", { email: grace.email, password }, fromSite);
    const other = { code: codes[1] };
    const byPassword = await edge.call("POST", "/internal/auth/two-factor/verify-backup-code", other, {
      ...fromSite,
      cookie: cookiesOf(half),
    });
    expect(byPassword.status).toBe(200);
    const refused = await asPerson(edge, cookiesOf(byPassword))("GET", `/internal/teams/${team}`);
    expect(refused.body.error).toBe("SSO_REQUIRED");
    expect(owner.id).not.toBe(grace.id);
  });

  test("[SO3] is accepted once, in the browser that began it, and in time", async () => {
    const world = await openConnected({ limits: { signInsPerAddress: 100 } });
    const { edge } = world;
    await using _ = edge;
    const { request, received, own } = await signIn(edge);
    // Again: the way back, and the response.
    const twice = await comeBack(edge, placeOf(received), own);
    expect([placeOf(twice), cookiesOf(twice)]).toEqual(["/sign-in/sso?error=used", ""]);
    const replayed = await post(edge, request.acsUrl, respond(request));
    expect(placeOf(replayed)).toBe("/sign-in/sso?error=used");

    // In another browser.
    const began = await start(edge, "grace@corp.test");
    const second = readRequest(began.body.url);
    const arrived = await post(edge, second.acsUrl, respond(second));
    const stranger = cookiesOf(await start(edge, "grace@corp.test"));
    for (const cookie of ["", stranger, cookiesOf(began).replace(/.{43}$/, "A".repeat(43))]) {
      const elsewhere = await comeBack(edge, placeOf(arrived), cookie);
      expect([placeOf(elsewhere), cookiesOf(elsewhere)]).toEqual(["/sign-in/sso?error=otherBrowser", ""]);
    }
    // The browser itself still may.
    expect(cookiesOf(await comeBack(edge, placeOf(arrived), cookiesOf(began)))).toContain("session_token");

    // Two tabs of one browser.
    const first = await start(edge, "grace@corp.test");
    const tab = await start(edge, "grace@corp.test", undefined, cookiesOf(first));
    const firstRequest = readRequest(first.body.url);
    const late = await post(edge, firstRequest.acsUrl, respond(firstRequest));
    expect(cookiesOf(await comeBack(edge, placeOf(late), cookiesOf(tab)))).toContain("session_token");

    // Too late: for the response, and for the way back.
    const slow = readRequest((await start(edge, "grace@corp.test")).body.url);
    const waiting = await start(edge, "grace@corp.test");
    const waitingRequest = readRequest(waiting.body.url);
    const accepted = await post(edge, waitingRequest.acsUrl, respond(waitingRequest));
    edge.advance(limits.ssoSignInMs);
    const expired = await post(edge, slow.acsUrl, respond(slow));
    expect(placeOf(expired)).toBe("/sign-in/sso?error=expired");
    const tooLate = await comeBack(edge, placeOf(accepted), cookiesOf(waiting));
    expect([placeOf(tooLate), cookiesOf(tooLate)]).toEqual(["/sign-in/sso?error=expired", ""]);
  });

  test("[SO2] refuses a response sent to another team's ACS URL, and a response without a request", async () => {
    const world = await openConnected();
    const { edge, owner } = world;
    await using _ = edge;
    const other = await edge.signUp({ teamName: "Others", email: "eve@evil.test" });
    const otherTeam: string = (await other.call("GET", "/internal/me")).body.teams[0].id;
    const otherWorld = { ...world, owner: other, url: `/internal/teams/${otherTeam}/sso`, team: otherTeam };
    await connect(otherWorld, { certificates: [otherIdentity.certificate], entityId: "https://evil.test/" });
    await verifyDomain(otherWorld, "evil.test");

    // The other team's identity provider asserts an address of this one's domain.
    const own = readRequest((await start(edge, "eve@evil.test")).body.url);
    const draft = { entityId: "https://evil.test/" };
    const foreign = await post(edge, own.acsUrl, respond(own, { email: "ada@corp.test", as: otherIdentity, draft }));
    expect(placeOf(foreign)).toBe("/sign-in/sso?error=otherDomain");
    // Its response, at this team's address, for a sign-in of this team.
    const request = readRequest((await start(edge, "ada@corp.test")).body.url);
    const crossed = { ...own, relayState: request.relayState };
    const atOther = await post(edge, request.acsUrl, respond(crossed, { as: otherIdentity, draft }));
    expect(placeOf(atOther)).toBe("/sign-in/sso?error=wrongDestination");
    // A sign-in of the one, at the address of the other.
    const next = readRequest((await start(edge, "ada@corp.test")).body.url);
    const wrongDoor = await post(edge, own.acsUrl, respond(next));
    expect(placeOf(wrongDoor)).toBe("/sign-in/sso?error=unsolicited");
    // From the app list of an identity provider.
    const unsolicited = await post(edge, next.acsUrl, { SAMLResponse: respond(next).SAMLResponse });
    expect(placeOf(unsolicited)).toBe("/sign-in/sso?error=unsolicited");
    expect(await refusals({ owner, team: world.team })).toEqual(["unsolicited", "wrongDestination"]);
    expect(await refusals({ owner: other, team: otherTeam })).toEqual(["unsolicited", "otherDomain"]);
  });

  test("[SO5] that is refused leads to a page, and leaves its reason and nothing else in the audit log", async () => {
    const world = await openConnected({ limits: { signInsPerAddress: 100 } });
    const { edge, owner, team, url } = world;
    await using _ = edge;
    const cases: readonly (readonly [string, Way])[] = [
      ["unsigned", { draft: { sign: "nothing" } }],
      ["wrongSignature", { as: otherIdentity }],
      ["weakSignature", { draft: { algorithm: "sha1" } }],
      ["expired", { draft: { at: Date.now() - 600_000 } }],
      ["wrongAudience", { draft: { audience: "https://other.test/" } }],
      ["otherDomain", { draft: { email: "grace@other.test" } }],
    ];
    for (const [reason, way] of cases) {
      const request = readRequest((await start(edge, "grace@corp.test")).body.url);
      const reply = await post(edge, request.acsUrl, respond(request, way));
      expect([reply.status, placeOf(reply), reply.text]).toEqual([303, `/sign-in/sso?error=${reason}`, ""]);
      // It is over, also for a better response.
      const retried = await post(edge, request.acsUrl, respond(request));
      expect(placeOf(retried)).toBe("/sign-in/sso?error=used");
    }
    const request = readRequest((await start(edge, "grace@corp.test")).body.url);
    const huge = await post(edge, request.acsUrl, { RelayState: "x", SAMLResponse: "A".repeat(limits.smallBody) });
    expect([huge.status, placeOf(huge)]).toEqual([303, "/sign-in/sso?error=malformed"]);
    const twice = await edge.call(
      "POST",
      new URL(request.acsUrl).pathname,
      "RelayState=a&RelayState=b&SAMLResponse=c",
      { "content-type": "application/x-www-form-urlencoded" },
    );
    expect(placeOf(twice)).toBe("/sign-in/sso?error=unsolicited");
    const { body } = await owner.call("GET", `/internal/teams/${team}/audit-log?action=sso.refused`);
    expect(body.data[0]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      actor: null,
      action: "sso.refused",
      target: { kind: "sso", id: "unsolicited" },
      address: "127.0.0.1",
    });
    expect(JSON.stringify([body, edge.log])).not.toMatch(/grace|Assertion|SAMLResponse/);
    // There is no connection, so there is no identity provider to redirect to.
    await owner.call("DELETE", `${url}/connection`);
    const gone = await start(edge, "grace@corp.test");
    expect([gone.status, gone.body.reason]).toEqual([404, "notSetUp"]);
    const unknown = await start(edge, "grace@nowhere.test");
    expect([unknown.status, unknown.body.reason]).toEqual([404, "unknownDomain"]);
  });

  test("redirects only to this site, and starts only from it", async () => {
    const { edge } = await openConnected();
    await using _ = edge;
    for (const next of [
      "https://evil.test/",
      "//evil.test",
      "/\\evil.test",
      "javascript:alert(1)",
      `/${"x".repeat(500)}`,
    ])
      expect([next, (await start(edge, "grace@corp.test", next)).status]).toEqual([next, 422]);
    for (const headers of [
      { ...fromSite, "sec-fetch-site": "cross-site" },
      { ...fromSite, origin: "https://evil.test" },
      { "content-type": "application/json" },
    ])
      expect((await edge.call("POST", "/internal/auth/sso/start", { email: "grace@corp.test" }, headers)).status).toBe(
        403,
      );
    const form = { ...fromSite, "content-type": "application/x-www-form-urlencoded" };
    expect((await edge.call("POST", "/internal/auth/sso/start", "email=grace@corp.test", form)).status).toBe(400);
    expect((await start(edge, "no address")).status).toBe(422);
    // What the library offers for it is not reachable.
    const direct = { person: "x", team: "y" };
    expect((await edge.call("POST", "/internal/auth/sso/session", direct, fromSite)).status).toBe(404);
  });

  test("[SO9] cannot be blocked by a stranger who begins many", async () => {
    const { edge } = await openConnected({ limits: { ssoSignInsPerTeam: 3 }, trustedProxies: 1 });
    await using _ = edge;
    const began = await start(edge, "grace@corp.test");
    const request = readRequest(began.body.url);
    for (let n = 0; n < 5; n++) {
      const headers = { ...fromSite, "x-forwarded-for": `2001:db8::${n}` };
      const stranger = await edge.call("POST", "/internal/auth/sso/start", { email: `a${n}@corp.test` }, headers);
      expect(stranger.status).toBe(200);
    }
    const received = await post(edge, request.acsUrl, respond(request));
    const finished = await comeBack(edge, placeOf(received), cookiesOf(began));
    expect(await whoIs(edge, cookiesOf(finished))).toMatchObject({ email: "grace@corp.test" });
  });

  test("counts failures by address, and gives successful tries back", async () => {
    const { edge } = await openConnected({ limits: { signInsPerAddress: 3, signInsPerAccount: 2 } });
    await using _ = edge;
    for (let count = 0; count < 4; count++) expect((await signIn(edge)).place).toContain("/dashboard/");
    const request = readRequest((await start(edge, "grace@corp.test")).body.url);
    for (let count = 0; count < 3; count++)
      expect(placeOf(await post(edge, request.acsUrl, { RelayState: "x", SAMLResponse: "y" }))).toContain(
        "unsolicited",
      );
    expect(placeOf(await post(edge, request.acsUrl, respond(request)))).toBe("/sign-in/sso?error=tooMany");
    const waiting = await start(edge, "grace@corp.test");
    expect([waiting.status, Number(waiting.headers["retry-after"])]).toEqual([429, expect.any(Number)]);
  });
});

describe("a test", () => {
  test("[SO6] shows the owner what was received, and signs no one in", async () => {
    const world = await openConnected();
    const { edge, owner, team, url } = world;
    await using _ = edge;
    const { received } = await makeTest(world, {
      draft: { attributes: { email: "ada@corp.test", groups: ["a", "b"] } },
    });
    // In the hands of others it does nothing.
    const eve = await edge.signUp();
    const elsewhere = await comeBack(edge, placeOf(received), eve.headers["cookie"]!);
    expect(placeOf(elsewhere)).toBe("/sign-in/sso?error=otherAccount");
    expect(placeOf(await comeBack(edge, placeOf(received), ""))).toBe("/sign-in/sso?error=otherAccount");

    const finished = await comeBack(edge, placeOf(received), owner.headers["cookie"]!);
    expect([placeOf(finished), finished.headers["set-cookie"]]).toEqual([
      `/dashboard/${team}/settings/security?sso=tested`,
      undefined,
    ]);
    expect((await owner.call("GET", url)).body.test).toMatchObject({
      userId: owner.id,
      email: "ada@corp.test",
      attributes: [
        { name: "NameID", values: ["ada@corp.test"] },
        { name: "email", values: ["ada@corp.test"] },
        { name: "groups", values: ["a", "b"] },
      ],
    });
    expect((await owner.call("GET", `/internal/teams/${team}/members`)).body).toHaveLength(1);
    expect((await log(world))[0]).toMatchObject({ action: "sso.tested", actor: { id: owner.id } });
  });

  test("that fails says why on the page that it began on", async () => {
    const world = await openConnected();
    const { edge, owner, team, url } = world;
    await using _ = edge;
    const { received } = await makeTest(world, { as: otherIdentity });
    expect(placeOf(received)).toBe(`/dashboard/${team}/settings/security?sso=wrongSignature`);
    expect((await owner.call("GET", url)).body.test).toBeNull();
    await owner.call("DELETE", `${url}/connection`);
    expect((await owner.call("POST", `${url}/test`)).status).toBe(409);
  });
});

describe("[SO8] where single sign-on is required, a changed email address", () => {
  const change = (edge: TestEdge, cookie: string, newEmail: string) =>
    edge.call("POST", "/internal/auth/change-email", { newEmail }, { ...fromSite, cookie });
  /** Opens the links of the emails, as their readers do. */
  const openLinks = async (edge: TestEdge, newEmail: string) => {
    const statuses: number[] = [];
    for (const count of [1, 2]) {
      const links = async () =>
        (await edge.mails()).filter(({ subject, to, text }) =>
          count === 1 ? /new email/.test(subject) && text.includes(newEmail) : to === newEmail,
        );
      await expect.poll(async () => (await links()).length).toBeGreaterThan(0);
      const token = /token=([^&\s]+)/.exec((await links())[0]!.text)![1]!;
      statuses.push((await edge.call("GET", `/internal/auth/verify-email?token=${token}`, undefined, fromSite)).status);
    }
    return statuses;
  };
  const changes = async (world: World) =>
    (await log(world, "member.")).map(({ action }) => action).filter((action) => action.startsWith("member.address"));

  /** A member with a password and an address of the domain, whose team requires single sign-on. */
  async function openEnforced() {
    const world = await openConnected();
    const bob = await world.edge.signUp({ email: "bob@corp.test" });
    await confirm(world.edge, bob.id);
    await joinTeam(world, bob);
    await enforce(world);
    const look = async (cookie: string) =>
      (await world.edge.call("GET", `/internal/teams/${world.team}`, undefined, { cookie })).body.error ?? "open";
    return { ...world, world, bob, look, cookie: bob.headers["cookie"]! };
  }

  test("is refused in a session that the team's identity provider did not open, and noted", async () => {
    const { edge, world, bob, look, cookie } = await openEnforced();
    await using _ = edge;
    expect(await look(cookie)).toBe("SSO_REQUIRED");
    const refused = await change(edge, cookie, "bob@home.test");
    expect([refused.status, refused.body.code]).toEqual([403, "SSO_REQUIRED"]);
    expect(await changes(world)).toEqual(["member.addressChangeRefused"]);
    expect((await bob.call("GET", "/internal/me")).body.user.email).toBe("bob@corp.test");
    expect(await look(cookie)).toBe("SSO_REQUIRED");
  });

  test("that was requested before it was required is refused as well", async () => {
    const world = await openConnected();
    const { edge } = world;
    await using _ = edge;
    const bob = await edge.signUp({ email: "bob@corp.test" });
    await confirm(edge, bob.id);
    await joinTeam(world, bob);
    expect((await change(edge, bob.headers["cookie"]!, "bob@home.test")).status).toBe(200);
    await enforce(world);
    expect(await openLinks(edge, "bob@home.test")).toEqual([200, 403]);
    expect((await bob.call("GET", "/internal/me")).body.user.email).toBe("bob@corp.test");
  });

  test("in the team's own session is changed and noted, and leaves the member held to single sign-on", async () => {
    const { edge, world, bob, look, cookie } = await openEnforced();
    await using _ = edge;
    const single = (await signIn(edge, { email: "bob@corp.test" })).cookie;
    expect((await change(edge, single, "bob@home.test")).status).toBe(200);
    expect(await openLinks(edge, "bob@home.test")).toEqual([200, 200]);
    expect((await bob.call("GET", "/internal/me")).body.user.email).toBe("bob@home.test");
    expect(await changes(world)).toEqual(["member.addressChanged"]);
    expect([await look(single), await look(cookie)]).toEqual(["open", "SSO_REQUIRED"]);
  });

  test("of a member whom it does not concern is changed as before, and noted", async () => {
    const { edge, world, look } = await openEnforced();
    await using _ = edge;
    const guest = await edge.signUp({ email: "guest@home.test" });
    await confirm(edge, guest.id);
    await joinTeam(world, guest);
    expect((await change(edge, guest.headers["cookie"]!, "guest@other.test")).status).toBe(200);
    expect(await openLinks(edge, "guest@other.test")).toEqual([200, 200]);
    expect(await changes(world)).toEqual(["member.addressChanged"]);
    expect(await look(guest.headers["cookie"]!)).toBe("open");
  });
});

describe("[SO7] where single sign-on is required", () => {
  test("members with an address of the domain reach the team by it alone, and everything else as before", async () => {
    const world = await openConnected();
    const { edge, owner, team, project, url } = world;
    await using _ = edge;
    const grace = await edge.signUp({ email: "grace@corp.test", teamName: "Compilers" });
    const alan = await edge.signUp({ email: "alan@elsewhere.test" });
    // Lists of teams are in the order of joining.
    edge.advance(1);
    for (const person of [grace, alan]) await joinTeam(world, person);
    await confirm(edge, grace.id);
    const early = await signIn(edge);
    await enforce(world);

    for (const path of memberPaths(team, project)) {
      const { status, body } = await grace.call("GET", path);
      expect([path, status, body.error]).toEqual([path, 403, "SSO_REQUIRED"]);
    }
    const me = (await grace.call("GET", "/internal/me")).body;
    expect(me.teams).toHaveLength(2);
    const own = me.teams.find(({ name }: { name: string }) => name === "Compilers").id;
    expect((await grace.call("GET", `/internal/teams/${own}`)).status).toBe(200);
    expect((await grace.call("GET", "/internal/accounts/summary")).body).toMatchObject([
      { id: own },
      { id: team, projects: [] },
    ]);
    // Another domain, the break-glass owner, and sessions of the identity provider, also from before.
    expect((await alan.call("GET", `/internal/teams/${team}`)).status).toBe(200);
    expect((await owner.call("GET", `/internal/teams/${team}`)).status).toBe(200);
    for (const cookie of [early.cookie, (await signIn(edge)).cookie])
      expect((await asPerson(edge, cookie)("GET", `/internal/projects/${project}/api/rooms`)).status).toBe(200);
    await owner.call("PUT", `${url}/enforcement`, { enforced: false });
    expect((await grace.call("GET", `/internal/teams/${team}`)).status).toBe(200);
  });

  test("owners who are not break-glass use it, too, and another team's does not do", async () => {
    const world = await openConnected();
    const { edge, team } = world;
    await using _ = edge;
    const grace = await edge.signUp({ email: "grace@corp.test" });
    await confirm(edge, grace.id);
    await joinTeam(world, grace, "owner");
    await enforce(world);
    expect((await grace.call("GET", world.url)).body.error).toBe("SSO_REQUIRED");
    expect((await asPerson(edge, (await signIn(edge)).cookie)("GET", world.url)).status).toBe(200);
    // The domain moves to another team, which may then vouch for the address, and not for this team.
    await world.owner.call("PUT", `${world.url}/enforcement`, { enforced: false });
    const before = (await signIn(edge)).cookie;
    await enforce(world);
    expect((await asPerson(edge, before)("GET", `/internal/teams/${team}`)).status).toBe(200);
  });

  test("[SO6] it was tested, has a domain, and a break-glass owner who stays", async () => {
    const world = await openConnected();
    const { edge, owner, team, url } = world;
    await using _ = edge;
    const require = (breakGlass: readonly string[]) =>
      owner.call("PUT", `${url}/enforcement`, { enforced: true, breakGlass });
    const untested = await require([owner.id]);
    expect([untested.status, untested.body.message]).toEqual([409, "The connection hasn't been tested."]);
    const member = await edge.signUp();
    await joinTeam(world, member);
    const { received } = await makeTest(world);
    await comeBack(edge, placeOf(received), owner.headers["cookie"]!);
    for (const chosen of [[], [member.id], [owner.id, "unknown-user"]])
      expect((await require(chosen)).body.message).toBe("Break-glass owners must be owners of the team.");
    // Another connection: tested again.
    await connect(world);
    expect((await require([owner.id])).status).toBe(409);
    await enforce(world);
    const kept = await owner.call("DELETE", `${url}/domains/corp.test`);
    expect([kept.status, kept.body.message]).toEqual([409, "Single sign-on is required for this domain."]);
    await owner.call("PATCH", `/internal/teams/${team}/members/${member.id}`, { role: "owner" });
    for (const [method, path, body] of [
      ["PATCH", `/internal/teams/${team}/members/${owner.id}`, { role: "member" }],
      ["DELETE", `/internal/teams/${team}/members/${owner.id}`, undefined],
      ["POST", `/internal/teams/${team}/leave`, undefined],
    ] as const) {
      const { status, body: answer } = await owner.call(method, path, body);
      expect([status, answer.message]).toEqual([409, "A team that requires single sign-on needs a break-glass owner."]);
    }
    const left = await owner.call("POST", "/internal/auth/delete-user", { password });
    expect([left.status, left.body.code]).toEqual([409, "LAST_OWNER"]);
    expect((await require([owner.id, member.id])).status).toBe(200);
    expect((await owner.call("POST", `/internal/teams/${team}/leave`)).status).toBe(200);
  });
});
