/** Messages to the operators of the server, and forms that create teams and projects. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

/** Lets a call fail, or answers it as sent, and keeps what was sent. */
async function answer(page: Page, path: string, status: number): Promise<unknown[]> {
  const bodies: unknown[] = [];
  await page.unroute(`**${path}`);
  await page.route(`**${path}`, async (route) => {
    bodies.push(route.request().postDataJSON());
    await route.fulfill({ status, json: status === 200 ? { sent: true } : { error: "UNKNOWN", message: "No." } });
  });
  return bodies;
}

/** Failures that a journey asked for are reported by the browser. */
const unexpected = () => journey.complaints.filter((text) => !/status of (429|500)/u.test(text));

const isOff = (page: Page, name: string) => page.getByRole("button", { name }).getAttribute("aria-disabled");

async function openFeedback(page: Page): Promise<void> {
  await page.getByRole("banner").getByText("Ctrl K").waitFor();
  await page.getByRole("button", { name: "Feedback" }).click();
  await page.getByLabel("Message").waitFor();
}

test("feedback of a visitor has an address and no name; closing an error clears the message", async () => {
  const page = await journey.visit("/pricing");
  await openFeedback(page);
  expect(await isOff(page, "Send feedback")).toBe("true");
  await page.getByText("Enter a message and your email address to send feedback.").waitFor();
  // The hint does not push the buttons onto two rows.
  const [cancel, send] = await Promise.all(
    ["Cancel", "Send feedback"].map((name) => page.getByRole("button", { name, exact: true }).boundingBox()),
  );
  expect(send!.y).toBe(cancel!.y);
  await page.getByLabel("Email").fill("visitor@example.com");
  await page.getByLabel("Message").fill("   ");
  expect(await isOff(page, "Send feedback")).toBe("true");
  await page.getByLabel("Message").fill("a".repeat(1_001));
  await page.getByText("Message must be at most 1000 characters").waitFor();
  expect(await isOff(page, "Send feedback")).toBe("true");

  await page.getByLabel("Message").fill("  Hi  ");
  const failed = await answer(page, "/internal/feedback", 500);
  await page.getByRole("button", { name: "Send feedback" }).click();
  await page.getByText("Your message couldn't be sent").waitFor();
  await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
  expect(await page.getByLabel("Message").inputValue()).toBe("");
  expect(failed).toEqual([
    {
      user: { name: "Unknown", email: "visitor@example.com" },
      message: "Hi",
      route: "/pricing",
      wasItHelpful: null,
      sentFromFeedbackButton: true,
      sentFromAi: false,
    },
  ]);

  // Only 200 is a success: a proxy may answer anything else in the server's name.
  for (const status of [202, 204]) {
    await page.unroute("**/internal/feedback");
    await answer(page, "/internal/feedback", status);
    await page.getByLabel("Message").fill("Hi");
    await page.getByRole("button", { name: "Send feedback" }).click();
    await page.getByText("Your message couldn't be sent").waitFor();
    await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
  }

  await page.unroute("**/internal/feedback");
  await page.getByLabel("Message").fill("Hi");
  await page.getByRole("button", { name: "Send feedback" }).click();
  await page.getByRole("heading", { name: "Feedback sent" }).waitFor();
  await page.getByText("Thank you for your feedback.").waitFor();
  expect(unexpected()).toEqual([]);
});

test("the feedback form asks signed-in users only for a message", async () => {
  const page = await journey.visit("/pricing");
  await signUp(page, { firstName: "Grace", lastName: "Hopper", email: "grace@example.com", teamName: "Looms" });
  await page.reload();
  await page.getByRole("button", { name: "Account: Grace Hopper" }).waitFor();
  await openFeedback(page);
  expect(await page.getByLabel("Email").count()).toBe(0);
  const sent = await answer(page, "/internal/feedback", 200);
  await page.getByLabel("Message").fill("Hi");
  await page.getByRole("button", { name: "Send feedback" }).click();
  await page.getByRole("heading", { name: "Feedback sent" }).waitFor();
  expect(sent).toMatchObject([{ user: { name: "Grace Hopper", email: "grace@example.com" } }]);
  expect(unexpected()).toEqual([]);
});

interface Typed {
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly message: string;
  readonly honeypot: string;
}

const ada: Typed = {
  first: "Ada",
  last: "Lovelace",
  email: "ada@example.com",
  message: "Help",
  honeypot: "",
};

async function fillSupport(page: Page, typed: Partial<Typed>): Promise<void> {
  const { first, last, email, message, honeypot } = { ...ada, ...typed };
  await page.getByLabel("First name").fill(first);
  await page.getByLabel("Last name").fill(last);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill(message);
  // Users do not see it, but scripts find it.
  await page.locator("input[name=honeypot]").fill(honeypot);
}

test("the support form is sent if it has an email and a message, and the trap is empty", async () => {
  const page = await journey.visit("/support");
  const sent = await answer(page, "/internal/contact/support", 200);
  await page.getByRole("banner").getByText("Ctrl K").waitFor();
  for (const [typed, off] of [
    [{ email: "" }, "true"],
    [{ message: " " }, "true"],
    [{ honeypot: "x" }, "true"],
    [{ first: "" }, null],
    [{}, null],
  ] as const) {
    await fillSupport(page, typed);
    await expect.poll(() => isOff(page, "Send message"), { message: JSON.stringify(typed) }).toBe(off);
  }

  await fillSupport(page, { first: "" });
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("First name is required").waitFor();
  // The focus follows the message.
  await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("firstName");

  await fillSupport(page, { email: "ada@" });
  await page.getByRole("button", { name: "Send message" }).click();
  // The site's own message, without a browser tooltip over it.
  await page.getByText("Enter a complete email address").waitFor();
  expect(await page.evaluate("document.activeElement.form.noValidate")).toBe(true);
  expect(sent).toEqual([]);

  await fillSupport(page, { message: " Help " });
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Message sent").waitFor();
  expect(sent).toEqual([
    { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", message: "Help", honeypot: "" },
  ]);
  expect(unexpected()).toEqual([]);
});

test("if the support form cannot be sent, it says so, and a second attempt succeeds", async () => {
  const page = await journey.visit("/support");
  await page.getByRole("banner").getByText("Ctrl K").waitFor();
  for (const status of [500, 429]) {
    await answer(page, "/internal/contact/support", status);
    await fillSupport(page, {});
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Your message couldn't be sent.").waitFor();
    await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
    expect(await page.getByLabel("Message").inputValue()).toBe("");
    expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
  }
  await page.unroute("**/internal/contact/support");
  await fillSupport(page, {});
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Message sent").waitFor();
  expect(unexpected()).toEqual([]);
});

test("the sales form sends company and role", async () => {
  const page = await journey.visit("/contact");
  await page.getByRole("banner").getByText("Ctrl K").waitFor();
  await page.getByRole("button", { name: "Talk to sales" }).click();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Message").fill("We are many.");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Choose the size of your company").waitFor();
  await page.getByLabel("Company size").click();
  await page.getByRole("option", { name: "1,000-5,000" }).click();
  await page.getByLabel("Role").click();
  await page.getByRole("option", { name: "C-level" }).click();
  const sent = await answer(page, "/internal/contact/sales", 200);
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Message sent").waitFor();
  expect(sent).toEqual([
    {
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@example.com",
      companySize: "1,000-5,000",
      role: "C-level",
      message: "We are many.",
      extra: "",
      hasBookedMeeting: false,
      route: "/contact",
    },
  ]);
  expect(unexpected()).toEqual([]);
});

test("the form of a project asks for a region only where there is a choice", async () => {
  const page = await journey.visit("/pricing");
  const { teamId } = await signUp(page, { email: "joan@example.com", teamName: "Regions" });
  const dialog = page.getByRole("dialog", { name: "Create project" });
  const config = (await (await fetch(`${journey.url}/internal/config`)).json()) as object;
  let offered: readonly string[] = [];
  await page.route("**/internal/config", (route) => route.fulfill({ json: { ...config, regions: offered } }));
  const openWith = async (regions: readonly string[]) => {
    offered = regions;
    await page.goto(`/dashboard/${teamId}?dialog=create-project`);
  };
  for (const regions of [[], ["eu"]]) {
    await openWith(regions);
    await dialog.getByText("The environment can't be changed later.").waitFor();
    expect(await dialog.getByRole("combobox", { name: "Region" }).count(), String(regions)).toBe(0);
  }
  await openWith(["us", "eu"]);
  await dialog.getByText("Environment and region can't be changed later.").waitFor();
  await dialog.getByRole("combobox", { name: "Region" }).click();
  expect(await page.getByRole("option").allInnerTexts()).toHaveLength(3);
  await page.getByRole("option", { name: /Europe|EU/u }).click();
  await dialog.getByLabel("Project name").fill("Board");
  const sent = await answer(page, `/internal/accounts/${teamId}/projects`, 500);
  await dialog.getByRole("button", { name: "Create project" }).click();
  await dialog.getByText("Failed to create project. Please try again.").waitFor();
  expect(sent).toEqual([{ displayName: "Board", type: "dev", regionRestriction: "eu" }]);
});

test("an address opens the form of a project; a failure keeps it, success shows its secret key once", async () => {
  const page = await journey.visit("/pricing");
  const { teamId } = await signUp(page, { email: "edith@example.com", teamName: "Spindles" });
  await page.goto(`/dashboard/${teamId}?dialog=create-project&type=prod`);
  const dialog = page.getByRole("dialog", { name: "Create project" });
  expect(await dialog.getByRole("radio", { name: /^Production/u }).isChecked()).toBe(true);
  const name = dialog.getByLabel("Project name");
  await name.fill("R&D");
  await name.blur();
  await dialog.getByText("Invalid characters").waitFor();
  await name.fill("  Équipe 日本  ");
  const sent = await answer(page, `/internal/accounts/${teamId}/projects`, 500);
  await dialog.getByRole("button", { name: "Create project" }).click();
  await dialog.getByText("Failed to create project. Please try again.").waitFor();
  expect(await name.inputValue()).toBe("  Équipe 日本  ");
  expect(sent).toEqual([{ displayName: "Équipe 日本", type: "prod", regionRestriction: "none" }]);

  await page.unroute(`**/internal/accounts/${teamId}/projects`);
  await dialog.getByRole("button", { name: "Create project" }).click();
  await page.waitForURL(`**/dashboard/${teamId}/projects/proj_*`);
  const secret = page.getByRole("region", { name: "Secret key" });
  await secret.getByText(/sk_/u).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await secret.count()).toBe(0);
  expect(unexpected()).toEqual([]);
});

test("a team's name follows the rules for names, and creating it leads to its page", async () => {
  const page = await journey.visit("/pricing");
  await signUp(page, { email: "mary@example.com", teamName: "Reeds" });
  await page.goto("/dashboard/new");
  const name = page.getByLabel("Team name");
  await name.focus();
  await name.blur();
  await page.getByText("Team name is required").waitFor();
  await name.fill("a".repeat(65));
  await page.getByText("Team name must be at most 64 characters").waitFor();
  expect(await isOff(page, "Create team")).toBe("true");
  await name.fill("Shuttles (R-D) v1.0_x");
  await answer(page, "/internal/accounts", 500);
  await page.getByRole("button", { name: "Create team" }).click();
  await page.getByText("Failed to create team. Please try again.").waitFor();
  await page.unroute("**/internal/accounts");
  await page.getByRole("button", { name: "Create team" }).click();
  await page.waitForURL("**/dashboard/team_*");
  await page.getByText("Shuttles (R-D) v1.0_x").first().waitFor();
  expect(unexpected()).toEqual([]);
});
