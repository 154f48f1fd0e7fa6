/** The emails that a user receives from a server with a mail server: invitations, links, usage. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openMailServer } from "@weft/testkit/mail-server";
import type { MailServer, ReceivedMail } from "@weft/testkit/mail-server";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";
import type { SignedUp } from "./sign-up.ts";

const password = "threads that cross and hold";

let mails: MailServer;
let journey: Journey;
beforeAll(async () => {
  mails = await openMailServer();
  journey = await openJourney({
    env: {
      WEFT_SMTP: `smtp://127.0.0.1:${mails.port}`,
      WEFT_MAIL_FROM: "Weft <weft@example.com>",
      WEFT_STAFF_DOMAIN: "staff.example.com",
      WEFT_PLAN: "Free",
    },
    limits: { signInsPerAddress: 1_000, mailRetryMs: 3_600_000, usageAlertMs: 200 },
  });
});
afterEach(async () => {
  mails.refusal = undefined;
  await journey.leave();
});
afterAll(async () => {
  await journey[Symbol.asyncDispose]();
  await mails[Symbol.asyncDispose]();
});

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** The path of an email's link to a page of the site. */
function linkIn({ text }: ReceivedMail, page: string): string {
  const link = (text.match(/https?:\/\/\S+/gu) ?? [])
    .map((found) => new URL(found))
    .find((url) => url.pathname.startsWith(page));
  if (link === undefined) throw new Error(`No link to ${page} in: ${text}`);
  return link.pathname + link.search;
}

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A user with a verified address, a team and a project, signed in on this page. */
async function comeIn(page: Page, email: string, teamName: string): Promise<SignedUp> {
  return signUp(page, {
    email,
    teamName,
    async confirm(call) {
      const link = new URL(linkIn(await mails.mailTo(email), "/verify-email"), journey.url);
      await call("GET", `/internal/auth/verify-email?token=${encodeURIComponent(link.searchParams.get("token")!)}`);
    },
  });
}

test("an invited user signs up, verifies the address, and returns to the invitation", async () => {
  const ada = await journey.visit("/sign-in");
  const { teamId } = await comeIn(ada, "ada@example.com", "Engines");
  await ada.goto(`/dashboard/${teamId}/members`);
  await ada.getByText("1 member · unlimited seats").waitFor();
  await ada.getByRole("button", { name: "Invite" }).click();
  await ada.getByRole("dialog").getByRole("textbox").first().fill("bob@example.com");
  await ada
    .getByRole("dialog")
    .getByRole("button", { name: /^(Invite|Send)/u })
    .click();
  const invitation = await mails.mailTo("bob@example.com");
  expect(invitation.headers.get("subject")).toBe("Join Engines on Weft");

  const bob = await journey.visit(linkIn(invitation, "/accept-invitation"));
  await title(bob, "Join Engines");
  await bob.getByRole("link", { name: "Sign up" }).last().click();
  await title(bob, "Create an account");
  await bob.getByLabel("First name").fill("Bob");
  await bob.getByLabel("Last name").fill("Babbage");
  await bob.getByLabel("Password", { exact: true }).fill(password);
  await bob.getByRole("button", { name: "Sign up" }).click();
  await title(bob, "Check your inbox");

  // Too early: the address is not verified yet, and a new link is sent automatically.
  const first = await mails.mailTo("bob@example.com", invitation);
  await bob.getByRole("link", { name: "Back to sign in" }).click();
  await signIn(bob, "bob@example.com");
  await bob.getByText("Verify your email first. We've sent a new link to bob@example.com.").waitFor();
  const second = await mails.mailTo("bob@example.com", first);
  await bob.goto(linkIn(second, "/verify-email"));
  await title(bob, "Your email is verified");
  await bob.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await signIn(bob, "bob@example.com");
  await title(bob, "Join Engines");
  await bob.getByRole("button", { name: "Join Engines" }).click();
  await title(bob, "Engines");
  await ada.reload();
  await ada.getByText("2 members · unlimited seats").waitFor();
});

test("resetting a password on the way to a page leads to that page", async () => {
  const page = await journey.visit("/sign-in");
  const { email, teamId } = await comeIn(page, "cleo@example.com", "Looms");
  const known = await mails.mailTo(email);
  await page.goto("/sign-out");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto(`/dashboard/${teamId}/members?find=ada`);
  await title(page, "Sign in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await title(page, "Forgot your password?");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await title(page, "Check your inbox");
  await page.goto(linkIn(await mails.mailTo(email, known), "/reset-password"));
  await page.getByLabel("New password").fill("a new thread for the shuttle");
  await page.getByRole("button", { name: "Change password" }).click();
  await title(page, "Your password was changed");
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await signIn(page, email, "a new thread for the shuttle");
  await title(page, "Members");
  expect(page.url()).toBe(`${journey.url}/dashboard/${teamId}/members?find=ada`);
  await expect
    .poll(() => mails.received.map(({ headers }) => headers.get("subject")))
    .toContain("Your password was changed");
});

test("staff see that an email was refused, and have it sent again once the cause is fixed", async () => {
  const page = await journey.visit("/sign-in");
  await comeIn(page, "sam@staff.example.com", "Staff");
  await page.goto("/dashboard/staff/mails");
  await title(page, "Emails");
  await page.getByText("All emails have been sent.").waitFor();

  mails.refusal = { code: 550, message: "No such user here" };
  const dan = await journey.visit("/sign-up");
  await dan.getByLabel("First name").fill("Dan");
  await dan.getByLabel("Last name").fill("Dobson");
  await dan.getByRole("textbox", { name: "Email" }).fill("dan@example.com");
  await dan.getByLabel("Password", { exact: true }).fill(password);
  await dan.getByRole("button", { name: "Sign up" }).click();
  await title(dan, "Check your inbox");

  const row = page.getByRole("row", { name: /dan@example\.com/u });
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole("heading", { level: 1, name: "Emails" }).waitFor();
      await row.waitFor();
      return row.getByText("Failed", { exact: true }).count();
    })
    .toBe(1);
  await row.getByText("No such user here").waitFor();
  expect(await page.getByRole("main").innerText()).not.toContain("token=");
  expect(await faultsOf(page)).toEqual([]);
  mails.refusal = undefined;
  await row.getByRole("button", { name: "Retry now" }).click();
  await page.getByText("Sending the email to dan@example.com again").first().waitFor();
  await dan.goto(linkIn(await mails.mailTo("dan@example.com"), "/verify-email"));
  await title(dan, "Your email is verified");
});

test("staff see what the server does in the background, and run it at once", async () => {
  const page = await journey.visit("/sign-in");
  await comeIn(page, "jo@staff.example.com", "Staff");
  await page.goto("/dashboard/staff/mails");
  await page.getByRole("link", { name: "Jobs" }).click();
  await title(page, "Background jobs");
  const sweep = page.getByRole("row", { name: /^Delete old events/u });
  await sweep.getByText("Scheduled", { exact: true }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await sweep.getByRole("button", { name: "Run now" }).click();
  await page.getByText("Delete old events: started").first().waitFor();
  await page.getByRole("button", { name: "Failed", exact: true }).click();
  await page.getByText("No failed jobs.").waitFor();
  expect(new URL(page.url()).search).toBe("?state=failed");
});

test("an owner receives one email when a room is nearly full, and can turn such emails off on the usage page", async () => {
  const page = await journey.visit("/sign-in");
  const { email, teamId, projectId, call } = await comeIn(page, "eve@example.com", "Looms");
  const about = () =>
    mails.received.filter(({ to, headers }) => to.includes(email) && headers.get("subject")?.includes("%"));
  await page.goto(`/dashboard/${teamId}/settings/billing`);
  const choice = page.getByRole("switch", { name: "Email me at 80 % and 100 %" });
  expect(await choice.isChecked()).toBe(true);
  const preferences = async () => ((await call("GET", "/internal/me")) as { preferences: object }).preferences;
  await choice.click();
  await expect.poll(preferences).toMatchObject({ usageAlerts: false });
  await page.goto("/dashboard/account/notifications");
  await title(page, "Notifications");
  await page.getByText("Always on").waitFor();
  expect(await choice.isChecked()).toBe(false);
  await choice.click();
  await expect.poll(preferences).toMatchObject({ usageAlerts: true });
  await page.reload();
  await expect.poll(() => choice.isChecked()).toBe(true);

  // Eight people in a room, of the ten that the plan has room for.
  const { publicKey } = (await call("GET", `/internal/projects/${projectId}`)) as { publicKey: string };
  const address = `${journey.url.replace("http", "ws")}/v8?version=3.24.0&pubkey=${publicKey}&roomId=full`;
  const enter = (many: number) =>
    page.evaluate(
      `Promise.all(Array.from({ length: ${many} }, () => new Promise((resolve) => {
        new WebSocket(${JSON.stringify(address)}).onmessage = resolve;
      }))).then(() => {})`,
    );
  await enter(8);
  const mail = await mails.mailTo(email, await mails.mailTo(email));
  expect(mail.headers.get("subject")).toBe("Looms: Peak connections in a room at 80 %");
  expect(mail.text).toContain("- Peak connections in a room: 8 of 10, near the limit");
  await enter(1);
  // What another process has counted is stored a little later.
  const peak = async () =>
    ((await call("GET", `/internal/teams/${teamId}/usage`)) as { usage: { peakRoomConnections: number } }).usage;
  await expect.poll(peak).toMatchObject({ peakRoomConnections: 9 });
  await page.goto(linkIn(mail, `/dashboard/${teamId}`));
  await title(page, "Plan and usage");
  await page.getByText("9 / 10", { exact: true }).waitFor();
  await page.goto(`/dashboard/${teamId}`);
  await page.getByText("Peak connections in a room").waitFor();
  expect(about()).toHaveLength(1);
});
