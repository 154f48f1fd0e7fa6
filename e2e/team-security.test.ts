/**
 * A team's requirements on sign-ins: members are warned before the date, refused from that date on, and admitted again
 * once they comply.
 */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { oneTimeCode } from "./one-time-code.ts";
import { signUp } from "./sign-up.ts";

const limits = { signInsPerAddress: 1_000 };

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney({ limits });
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** Sets up an authenticator app on the security page of the account. */
async function setUpTwoFactor(page: Page, password: string): Promise<void> {
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm your password" });
  await confirm.getByLabel("Password", { exact: true }).fill(password);
  await confirm.getByRole("button", { name: "Continue" }).click();
  const scan = page.getByRole("dialog", { name: "Scan this code" });
  const secret = await scan.locator("code").innerText();
  await scan.getByLabel("Code").fill(oneTimeCode(secret));
  await scan.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "Done, I've saved them" }).click();
}

test("an owner requires a second factor from a date on, and a member sets one up to regain access", async () => {
  const owner = await journey.visit("/");
  const { teamId, password, call } = await signUp(owner, { teamName: "Engines" });
  const member = await journey.visit("/");
  const grace = await signUp(member, {
    firstName: "Grace",
    lastName: "Hopper",
    email: "grace@example.com",
    teamName: "Compilers",
  });
  const [invited] = (await call("POST", `/internal/teams/${teamId}/invitations`, {
    emails: [grace.email],
    role: "member",
  })) as { link: string }[];
  await grace.call("POST", `/internal/invitations/${invited!.link.split("/").at(-1)}/accept`);

  await owner.goto(`/dashboard/${teamId}/settings/security`);
  await title(owner, "Team security");
  await owner.getByText("2 members without two-factor authentication: Ada Lovelace, Grace Hopper.").waitFor();
  expect(await owner.getByRole("button", { name: "Require two-factor" }).count()).toBe(0);
  await owner.getByRole("link", { name: "set up two-factor authentication for your account" }).click();
  await title(owner, "Security");
  await setUpTwoFactor(owner, password);
  await owner.goto(`/dashboard/${teamId}/settings/security`);
  await owner.getByText("1 member without two-factor authentication: Grace Hopper.").waitFor();
  await owner.getByRole("button", { name: "Require two-factor" }).click();
  await owner.getByText(/^Required from /u).waitFor();

  // A week is left: the member sees a notice, and is admitted.
  await member.goto(`/dashboard/${teamId}`);
  await title(member, "Engines");
  await member.getByText(/^Engines requires two-factor authentication from .+\./u).waitFor();

  await owner.getByRole("textbox", { name: "Start date" }).fill(new Date().toISOString().slice(0, 10));
  await owner.getByRole("button", { name: "Change date" }).click();
  await owner.getByText(/^Required since /u).waitFor();

  await member.reload();
  await title(member, "Engines requires two-factor authentication.");
  const refused = await member.request.get(`/internal/teams/${teamId}/members`);
  expect([refused.status(), ((await refused.json()) as { error: string }).error]).toEqual([403, "TWO_FACTOR_REQUIRED"]);
  await member.goto(`/dashboard/${grace.teamId}`);
  await title(member, "Compilers");

  await member.goto(`/dashboard/${teamId}/members`);
  await member.getByRole("link", { name: "Set up two-factor" }).click();
  await title(member, "Security");
  await setUpTwoFactor(member, grace.password);
  await member.goto(`/dashboard/${teamId}/members`);
  await title(member, "Members");

  await owner.getByRole("button", { name: "Turn off requirement" }).click();
  await owner.getByText("Not required.").waitFor();
  expect(journey.complaints.filter((text) => !/\b403\b/u.test(text))).toEqual([]);
});

test("an owner creates a management token, a program calls with it, and it is refused once it is revoked", async () => {
  const owner = await journey.visit("/");
  const { teamId, call } = await signUp(owner, { teamName: "Shuttles", email: "ada.three@example.com" });
  const member = await journey.visit("/");
  const grace = await signUp(member, { email: "grace.three@example.com", teamName: "Bobbins" });
  const invitation = { emails: [grace.email], role: "member" };
  const [invited] = (await call("POST", `/internal/teams/${teamId}/invitations`, invitation)) as { link: string }[];
  await grace.call("POST", `/internal/invitations/${invited!.link.split("/").at(-1)}/accept`);
  await member.goto(`/dashboard/${teamId}/settings/management-tokens`);
  await member.getByText("Only team owners can manage tokens.").waitFor();

  await owner.goto(`/dashboard/${teamId}`);
  await owner.getByRole("link", { name: "Management tokens" }).click();
  await title(owner, "Management tokens");
  await owner.getByText("No management tokens yet").waitFor();
  await owner.getByRole("button", { name: "Create token" }).click();
  const dialog = owner.getByRole("dialog", { name: "Create a management token" });
  const create = dialog.getByRole("button", { name: "Create token" });
  await dialog.getByLabel("Name").fill("Deployment");
  await dialog.getByRole("checkbox", { name: /^Read/u }).click();
  await dialog.getByText("Choose at least one scope.").waitFor();
  expect(await create.isDisabled()).toBe(true);
  await dialog.getByRole("checkbox", { name: /^Read/u }).click();
  await dialog.getByRole("checkbox", { name: /^Write/u }).click();
  await create.click();
  const shown = owner.getByRole("dialog", { name: "Save your management token" });
  const token = (await shown.locator("pre").innerText()).trim().replace("WEFT_MANAGEMENT_TOKEN=", "");
  await shown.getByRole("button", { name: "Done, I've saved it" }).click();
  const tokens = owner.getByRole("list", { name: "Management tokens" });
  await tokens.getByText("never used").waitFor();

  const projects = async () => {
    const response = await fetch(`${journey.url}/v2/management/projects`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return [response.status, (await response.json()) as { error?: string; data?: { name: string }[] }] as const;
  };
  const [status, { data }] = await projects();
  expect([status, data?.map(({ name }) => name)]).toEqual([200, ["Board"]]);
  await owner.reload();
  await tokens.getByText("last used").waitFor();
  expect(await tokens.innerText()).not.toContain(token);

  await tokens.getByRole("button", { name: "Revoke Deployment" }).click();
  const confirm = owner.getByRole("alertdialog", { name: "Revoke Deployment?" });
  await confirm.getByRole("button", { name: "Revoke token" }).click();
  await owner.getByText("No management tokens yet").waitFor();
  expect(await projects()).toMatchObject([401, { error: "REVOKED_MANAGEMENT_API_ACCESS_TOKEN" }]);
  await owner.goto(`/dashboard/${teamId}/settings/audit-log`);
  await owner.getByText("Management token revoked").waitFor();
});

test("an owner sets how long a sign-in gives access to the team, and a member does not see the setting", async () => {
  const page = await journey.visit("/");
  const { teamId } = await signUp(page, { teamName: "Looms", email: "ada.two@example.com" });
  await page.goto(`/dashboard/${teamId}/settings/security`);
  const length = page.getByLabel("Require a new sign-in after");
  await length.click();
  await page.getByRole("option", { name: "8 hours" }).click();
  await page.getByText("Session length saved").waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel("Require a new sign-in after").innerText()).toBe("8 hours");
  await page.goto(`/dashboard/${teamId}/settings/audit-log`);
  await page.getByText("team.securityChanged").waitFor();
});
