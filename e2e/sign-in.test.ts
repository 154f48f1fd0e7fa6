/** Signing in: by password, by second factor, by a link in an email. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { mailedLink } from "./mailed-link.ts";
import { oneTimeCode } from "./one-time-code.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney({ env: { WEFT_LOG: "warn" }, limits: { signInsPerAddress: 1_000 } });
  // The first account owns the server, so the users of these journeys are not the first.
  await signUp(await journey.visit("/sign-in"), { email: "owner@example.com", teamName: "Owners" });
  await journey.leave();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

/** Refusals that a journey asked for are reported by the browser. */
const unexpected = () => journey.complaints.filter((text) => !/status of (400|401|429)/u.test(text));

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/sign-out");
  await page.waitForURL((url) => url.pathname === "/");
}

test("a page that requires a sign-in opens after it, at the requested address", async () => {
  const page = await journey.visit("/sign-in");
  const { email, password, teamId } = await signUp(page, { email: "next@example.com", teamName: "Looms" });
  await signOut(page);

  await page.goto(`/dashboard/${teamId}/members?find=love`);
  await title(page, "Sign in");
  await page.getByRole("main").getByRole("link", { name: "Create an account" }).click();
  await title(page, "Create an account");
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await title(page, "Sign in");
  await signIn(page, email, password);
  await title(page, "Members");
  expect(page.url()).toBe(`${journey.url}/dashboard/${teamId}/members?find=love`);
  expect(await page.getByRole("searchbox", { name: "Find a member" }).inputValue()).toBe("love");
  expect(unexpected()).toEqual([]);
});

test("signing out ends before an older answer about the account arrives, and that answer is not shown", async () => {
  const page = await journey.visit("/sign-in");
  await signUp(page, { email: "late@example.com", teamName: "Looms" });
  const asked = Promise.withResolvers<void>();
  const signedOut = page.waitForResponse("**/internal/auth/sign-out");
  await page.route("**/internal/auth/sign-out", async (route) => {
    await asked.promise;
    await route.continue();
  });
  await page.route(
    "**/internal/me",
    async (route) => {
      const response = await route.fetch();
      expect(await response.json()).toMatchObject({ user: { email: "late@example.com" } });
      asked.resolve();
      await signedOut;
      // The page may have cancelled the request by now.
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await signOut(page);
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
  expect(unexpected()).toEqual([]);
});

test("the sign-in page redirects users who are signed in", async () => {
  const page = await journey.visit("/sign-in");
  await signUp(page, { email: "away@example.com", teamName: "Looms" });
  await page.goto("/sign-in?next=%2Fdashboard%2Faccount");
  await title(page, "Profile");
});

test("a failed sign-in at a provider shows its reason, and the user can continue from there", async () => {
  const page = await journey.visit("/sign-in");
  const { email, password } = await signUp(page, { email: "back@example.com", teamName: "Looms" });
  await signOut(page);
  await page.goto("/sign-in?next=%2Fdashboard%2Faccount&error=access_denied");
  await page.getByText("You canceled the sign-in.").waitFor();
  await signIn(page, email, password);
  await title(page, "Profile");
  expect(unexpected()).toEqual([]);
});

test("a failed sign-in does not say which half is wrong, and six wrong passwords lock the account for a while", async () => {
  const page = await journey.visit("/sign-in");
  const { email } = await signUp(page, { email: "locked@example.com", teamName: "Looms" });
  await signOut(page);
  await page.goto("/sign-in");
  const said: string[] = [];
  for (const address of ["nobody@example.com", email]) {
    await signIn(page, address, "a thread that is not mine");
    said.push(await page.getByRole("main").getByRole("alert").innerText());
    await page.reload();
  }
  expect(said).toEqual(["Incorrect email or password.", "Incorrect email or password."]);
  for (let attempt = 1; attempt < 5; attempt++) {
    await signIn(page, email, "a thread that is not mine");
    await page.getByText("Incorrect email or password.").waitFor();
    await page.reload();
  }
  await signIn(page, email, "a thread that is not mine");
  await page.getByText("Too many attempts. Try again in 15 minutes.").waitFor();
  expect(unexpected()).toEqual([]);
});

test("a second factor is set up, asked for, and answered by the app or by a backup code", async () => {
  const page = await journey.visit("/sign-in");
  const { email, password } = await signUp(page, { email: "factor@example.com", teamName: "Looms" });
  await page.goto("/dashboard/account/security");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("img", { name: "QR code" }).waitFor();
  const secret = await dialog.locator("code").innerText();
  await dialog.getByLabel("Code", { exact: true }).fill(oneTimeCode(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByRole("heading", { name: "Save your backup codes" }).waitFor();
  const codes = await dialog.getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  await dialog.getByRole("button", { name: "Done, I've saved them" }).click();
  await page.getByText("Two-factor authentication is on.").waitFor();

  const ask = async (): Promise<void> => {
    await signOut(page);
    await page.goto("/sign-in?next=%2Fdashboard%2Faccount");
    await signIn(page, email, password);
    await title(page, "Two-factor authentication");
  };
  await ask();
  await page.getByLabel("Code", { exact: true }).fill("12 34");
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("Enter 6 digits").waitFor();
  // The code that turned it on works only once; the next one is valid already.
  await page.getByLabel("Code", { exact: true }).fill(oneTimeCode(secret, Date.now() + 30_000));
  await page.getByRole("button", { name: "Verify" }).click();
  await title(page, "Profile");

  await ask();
  await page.getByRole("button", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill(codes[0]!);
  await page.getByRole("button", { name: "Verify" }).click();
  await title(page, "Profile");

  await ask();
  await page.getByRole("button", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill(codes[0]!);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("This code is incorrect or was already used.").waitFor();
  await page.getByLabel("Backup code").fill(codes[1]!);
  await page.getByRole("checkbox", { name: "Trust this device for 30 days" }).click();
  await page.getByRole("button", { name: "Verify" }).click();
  await title(page, "Profile");

  await signOut(page);
  await page.goto("/sign-in?next=%2Fdashboard%2Faccount");
  await signIn(page, email, password);
  await title(page, "Profile");
  expect(unexpected()).toEqual([]);
});

test("a forgotten password is replaced by the mailed link, once, and every browser is signed out", async () => {
  const elsewhere = await journey.visit("/sign-in");
  const { email } = await signUp(elsewhere, { email: "forgot@example.com", teamName: "Looms" });

  const page = await journey.visit("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  const ask = async (address: string): Promise<string> => {
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill(address);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await title(page, "Check your inbox");
    return (await page.getByRole("main").innerText()).replace(address, "…");
  };
  const known = await ask(email);
  expect(await ask("nobody@example.com")).toBe(known);

  const link = await mailedLink(journey, email, "/reset-password");
  await page.goto(link);
  await page.getByLabel("New password").fill("a new thread for the shuttle");
  await page.getByRole("button", { name: "Change password" }).click();
  await title(page, "Your password was changed");

  await elsewhere.goto("/dashboard/account");
  await title(elsewhere, "Sign in");
  await signIn(elsewhere, email, "a new thread for the shuttle");
  await title(elsewhere, "Profile");

  await page.goto(link);
  await page.getByLabel("New password").fill("another thread for the shuttle");
  await page.getByRole("button", { name: "Change password" }).click();
  await title(page, "This link has expired");
  expect(unexpected()).toEqual([]);
});

test("a new address is confirmed by the old one and by itself, and only then takes effect", async () => {
  const page = await journey.visit("/sign-in");
  const { email, password } = await signUp(page, { email: "old@example.com", teamName: "Looms" });
  const first = await mailedLink(journey, email, "/verify-email");
  await page.goto(first);
  await title(page, "Your email is verified");

  await page.goto("/dashboard/account");
  await page.getByRole("textbox", { name: /^Email/u }).fill("new@example.com");
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByText("To continue, open the link that was sent to old@example.com.").waitFor();
  await page.goto(await mailedLink(journey, email, "/verify-email", first));
  await title(page, "Check your new inbox");
  await page.goto(await mailedLink(journey, "new@example.com", "/verify-email"));
  await title(page, "Your email is verified");

  await signOut(page);
  await page.goto("/sign-in?next=%2Fdashboard%2Faccount");
  await signIn(page, "new@example.com", password);
  await title(page, "Profile");
  expect(await page.getByRole("textbox", { name: /^Email/u }).inputValue()).toBe("new@example.com");
  expect(unexpected()).toEqual([]);
});
