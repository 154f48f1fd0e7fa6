/** Single sign-on: an owner sets it up from metadata, a colleague comes in by it, and it is then required. */
import { freePort } from "@weft/testkit/free-port";
import { openIdentityProvider } from "@weft/testkit/identity-provider";
import type { TestIdentityProvider } from "@weft/testkit/identity-provider";
import { openNameServer } from "@weft/testkit/name-server";
import type { NameServer } from "@weft/testkit/name-server";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { listenForRefusals, lookAt } from "./look-at-page.ts";
import { signUp } from "./sign-up.ts";

const parts = new AsyncDisposableStack();
let journey: Journey;
let provider: TestIdentityProvider;
let names: NameServer;

beforeAll(async () => {
  provider = parts.use(await openIdentityProvider());
  names = parts.use(await openNameServer());
  // Identity providers need an address of this server before it runs.
  const port = String(await freePort());
  journey = parts.use(
    await openJourney({
      limits: { signInsPerAddress: 1_000 },
      env: { WEFT_PORT: port, WEFT_PUBLIC_URL: `http://127.0.0.1:${port}`, WEFT_DNS_SERVERS: names.address },
    }),
  );
});
afterEach(() => journey.leave());
afterAll(() => parts.disposeAsync());

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const step = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name }) });

/** Signs in at the identity provider as a colleague of this name. */
async function continueAs(page: Page, colleague: TestIdentityProvider["colleague"]): Promise<void> {
  provider.colleague = colleague;
  await title(page, "Company sign-in");
  await page.reload();
  await page.getByRole("button", { name: `Continue as ${colleague.firstName}` }).click();
}

const ada = { email: "ada@example.com", firstName: "Ada", lastName: "Lovelace" };
const grace = { email: "grace@example.com", firstName: "Grace", lastName: "Hopper" };
const alan = { email: "alan@example.com", firstName: "Alan", lastName: "Turing" };

test("an owner sets up single sign-on, a colleague joins by it, and members must use it from then on", async () => {
  const owner = await journey.visit("/");
  const refusals: string[] = [];
  await listenForRefusals(owner, refusals);
  const { teamId, call } = await signUp(owner, { teamName: "Engines", ...ada });
  const security = `/dashboard/${teamId}/settings/security`;
  const member = await journey.visit("/");
  const account = await signUp(member, { teamName: "Compilers", ...alan });
  const [invited] = (await call("POST", `/internal/teams/${teamId}/invitations`, {
    emails: [alan.email],
    role: "member",
  })) as { link: string }[];
  await account.call("POST", `/internal/invitations/${invited!.link.split("/").at(-1)}/accept`);

  // 1: the connection, from a file.
  await owner.goto(security);
  await title(owner, "Team security");
  const connection = step(owner, "1. Connect your identity provider");
  await connection.getByText("Not set up").waitFor();
  await connection.getByText(`${journey.url}/internal/auth/sso/${teamId}/acs`).waitFor();
  const upload = (text: string) =>
    owner
      .getByLabel("Metadata file")
      .setInputFiles({ name: "metadata.xml", mimeType: "application/xml", buffer: Buffer.from(text) });
  await upload("<html></html>");
  await connection.getByText(/^The metadata can't be used\. It isn't SAML 2\.0 metadata\./u).waitFor();
  await upload(provider.metadata);
  await connection.getByText("Read from metadata.xml. Check, then save.").waitFor();
  expect(await owner.getByLabel("Sign-in URL").inputValue()).toBe(provider.signInUrl);
  expect(await lookAt(owner, security)).toEqual([]);
  await connection.getByRole("button", { name: "Save connection" }).click();
  await connection.getByText("Connected", { exact: true }).waitFor();
  await connection.getByText("Test identity provider").waitFor();

  // 2: the domain, by a record that comes later.
  const domain = step(owner, "2. Verify your domain");
  await domain.getByLabel("Domain", { exact: true }).fill("Example.com");
  await domain.getByRole("button", { name: "Add domain" }).click();
  const record = (await domain.locator("code").innerText()).trim();
  expect(record).toMatch(/^weft-verification=[\w-]+$/u);
  await domain.getByRole("button", { name: "Check record" }).click();
  await domain.getByText(/^example\.com has no verification record yet\. Add the TXT record as shown\./u).waitFor();
  expect(await lookAt(owner, security)).toEqual([]);
  names.texts.set("example.com", ["v=spf1 -all", record]);
  await domain.getByRole("button", { name: "Check record" }).click();
  await domain.getByText(/^on /u).waitFor();

  // 3: a test, which does not sign anyone in.
  const trial = step(owner, "3. Test sign-in");
  const required = step(owner, "4. Require single sign-on");
  await required.getByText("Verify a domain and make a successful test sign-in first.").waitFor();
  await trial.getByRole("button", { name: "Test sign-in" }).click();
  await continueAs(owner, { email: "ada@other.example", firstName: "Ada", lastName: "Lovelace" });
  await trial.getByText(/^The email address isn't in a verified domain of the team\./u).waitFor();
  await trial.getByRole("button", { name: "Test sign-in" }).click();
  await continueAs(owner, ada);
  await trial.getByText("Tested", { exact: true }).waitFor();
  await trial.getByText("Attributes received").click();
  await trial.getByText("NameID").waitFor();
  expect(await lookAt(owner, security)).toEqual([]);

  // A new colleague, from the sign-in page.
  const colleague = await journey.visit("/sign-in");
  await colleague.getByRole("link", { name: "Continue with SSO" }).click();
  await title(colleague, "Single sign-on");
  await colleague.getByLabel("Work email").fill("grace@unknown.example");
  await colleague.getByRole("button", { name: "Continue", exact: true }).click();
  await colleague.getByText(/^No team on this server uses single sign-on with that email domain\./u).waitFor();
  expect(await lookAt(colleague, "/sign-in/sso")).toEqual([]);
  await colleague.getByLabel("Work email").fill(grace.email);
  await colleague.getByRole("button", { name: "Continue", exact: true }).click();
  await continueAs(colleague, grace);
  await title(colleague, "Engines");
  await colleague.goto(`/dashboard/${teamId}/members`);
  await colleague.getByText("grace@example.com").waitFor();

  // 4: required, with the owner as break-glass.
  const choose = required.getByRole("button", { name: "Require SSO" });
  expect(await choose.getAttribute("aria-disabled")).toBe("true");
  expect(await required.getByRole("checkbox").count()).toBe(1);
  await required.getByRole("checkbox", { name: "Ada Lovelace" }).check();
  await choose.click();
  await required.getByText("Members with an address of example.com must sign in with SSO").waitFor();
  expect(await lookAt(owner, security)).toEqual([]);

  // The owner's password session still opens the team, a member's does not.
  await owner.goto(`/dashboard/${teamId}`);
  await title(owner, "Engines");
  await member.goto(`/dashboard/${teamId}/members`);
  await title(member, "Engines requires single sign-on.");
  const refused = await member.request.get(`/internal/teams/${teamId}/members`);
  expect([refused.status(), ((await refused.json()) as { error: string }).error]).toEqual([403, "SSO_REQUIRED"]);
  expect(await lookAt(member, "a closed team")).toEqual([]);
  await member.goto(`/dashboard/${account.teamId}`);
  await title(member, "Compilers");
  await member.goto(`/dashboard/${teamId}/members`);
  await member.getByRole("link", { name: "Continue with SSO" }).click();
  expect(await member.getByLabel("Work email").inputValue()).toBe(alan.email);
  await member.getByRole("button", { name: "Continue", exact: true }).click();
  await continueAs(member, alan);
  await title(member, "Members");

  await owner.goto(`/dashboard/${teamId}/settings/audit-log`);
  for (const action of ["SSO enforced", "SSO signed in", "SSO domain verified", "SSO refused"])
    await owner.getByText(action).first().waitFor();

  // Deleted, it is required no longer.
  await owner.goto(security);
  await connection.getByRole("button", { name: "Delete connection" }).click();
  const confirm = owner.getByRole("alertdialog", { name: "Delete the connection?" });
  await confirm.getByText("Single sign-on is no longer required.").waitFor();
  await confirm.getByRole("button", { name: "Delete connection" }).click();
  await connection.getByText("Not set up").waitFor();
  await required.getByText("Optional").waitFor();
  expect(refusals).toEqual([]);
  // Browsers log the status of the expected refusals.
  expect(journey.complaints.filter((text) => !/\b(403|404|409|422)\b/u.test(text))).toEqual([]);
  // Several sign-ins, each through pages of two servers.
}, 600_000);

test("a refused sign-in leads to a page that says what to do", async () => {
  const page = await journey.visit("/sign-in/sso?error=wrongSignature");
  await page.getByText(/^The signature of the identity provider isn't valid\. An owner must update/u).waitFor();
  await page.goto("/sign-in/sso?error=%3Cscript%3E");
  await page.getByText("Couldn't sign you in. Start again.").waitFor();
  const posted = await page.request.post(`/internal/auth/sso/team_${"a".repeat(16)}/acs`, {
    form: { SAMLResponse: "PGE+", RelayState: "made-up" },
    headers: { origin: "https://idp.example" },
  });
  expect(new URL(posted.url()).pathname + new URL(posted.url()).search).toBe("/sign-in/sso?error=unsolicited");
});
