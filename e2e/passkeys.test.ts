/** Signing in with a passkey of this device: from the email field, which offers it, and with the button. */
import { freePort } from "@weft/testkit/free-port";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
beforeAll(async () => {
  // A passkey is bound to the address that the server believes to have, so it is told its port.
  journey = await openJourney({ env: { WEFT_PORT: String(await freePort()) } });
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** A sensor with a finger on it. It grants every request for a passkey, including the one from the email field. */
async function addSensor(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added, and signs in from the email field and with the button", async () => {
  const page = await journey.visit("/sign-in");
  const { email, password } = await signUp(page, { teamName: "Looms" });
  // Browsers bind passkeys to host names, not to IP addresses.
  const origin = journey.url.replace("127.0.0.1", "localhost");
  await page.goto(`${origin}/sign-in?next=%2Fdashboard%2Faccount%2Fsecurity`);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await title(page, "Security");
  await addSensor(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Loom");
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await page.getByRole("listitem").filter({ hasText: "Loom" }).waitFor();

  const signOut = async () => {
    await page.goto(`${origin}/sign-out`);
    await page.waitForURL((url) => url.pathname === "/");
  };
  await signOut();
  await page.goto(`${origin}/sign-in?next=%2Fdashboard%2Faccount`);
  await title(page, "Profile");

  // Not every browser offers it there.
  await signOut();
  await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
  await page.goto(`${origin}/sign-in?next=%2Fdashboard%2Faccount`);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await title(page, "Profile");
  expect(journey.complaints).toEqual([]);
});
