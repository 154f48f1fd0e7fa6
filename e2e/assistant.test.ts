/** The AI assistant in the page: who has it, its panel, its chats, and what its tools do. */
import { defaultModel, openAiProvider, promptOf } from "@weft/testkit/ai-provider";
import type { AiProvider } from "@weft/testkit/ai-provider";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { scriptedAnswer } from "./scripted-answers.ts";
import type { AskedModel } from "./scripted-answers.ts";
import { signUp } from "./sign-up.ts";
import type { SignedUp } from "./sign-up.ts";
import { wear } from "./theme.ts";

let provider: AiProvider;
let journey: Journey;
let page: Page;
let ada: SignedUp;
beforeAll(async () => {
  provider = await openAiProvider();
  provider.answer = scriptedAnswer;
  journey = await openJourney({ env: defaultModel(provider) });
  page = await journey.visit("/pricing");
  await page.setViewportSize({ width: 1440, height: 900 });
  ada = await signUp(page, { teamName: "Loom" });
  await page.goto("/docs/get-started");
});
afterEach(() => void (provider.answer = scriptedAnswer));
afterAll(async () => {
  await journey[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const panel = (where = page) => where.getByRole("complementary", { name: "AI assistant" });
const button = (name: string) => panel().getByRole("button", { name, exact: true });

async function open(where = page): Promise<void> {
  await where.getByRole("banner").getByRole("button", { name: "AI assistant" }).click();
}

async function ask(text: string): Promise<void> {
  await panel().getByLabel("Message", { exact: true }).last().fill(text);
  await button("Send").click();
}

/** Has the assistant use a tool, in a chat of its own. */
async function use(name: string, args: object): Promise<void> {
  if ((await button("New chat").getAttribute("aria-disabled")) === null) await button("New chat").click();
  await panel().getByText("What can I help with?").waitFor();
  await ask(`use ${name} ${JSON.stringify(args)}`);
}

const answered = (text: string | RegExp) =>
  panel().getByRole("article", { name: "Answer" }).last().getByText(text).first().waitFor();

test("a visitor is shown how to sign in, and nothing is connected", async () => {
  const visitor = await journey.visit("/docs/get-started?x=1");
  const sockets: string[] = [];
  visitor.on("websocket", (socket) => void sockets.push(socket.url()));
  await open(visitor);
  const next = "?next=%2Fdocs%2Fget-started%3Fx%3D1";
  const intro = panel(visitor);
  expect(await intro.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe(`/sign-in${next}`);
  expect(await intro.getByRole("link", { name: "Sign up" }).getAttribute("href")).toBe(`/sign-up${next}`);
  expect(await intro.getByRole("button", { name: "New chat" }).count()).toBe(0);
  expect(sockets.filter((url) => url.includes("/ai/"))).toEqual([]);
  await visitor.context().close();
});

test("the panel has a title and buttons, can be resized with the keyboard, and remembers its size and mode", async () => {
  await open();
  await panel().getByRole("heading", { name: "AI assistant" }).waitFor();
  for (const name of ["New chat", "Chat history", "Inline mode", "Expand", "Close"]) await button(name).waitFor();
  expect(await button("New chat").getAttribute("aria-disabled")).toBe("true");
  const size = async () => {
    const { width, height } = (await panel().boundingBox())!;
    return [width, height];
  };
  expect(await size()).toEqual([400, 500]);
  await panel().getByRole("button", { name: "Resize" }).press("ArrowLeft");
  await panel().getByRole("button", { name: "Resize" }).press("Shift+ArrowUp");
  expect(await size()).toEqual([416, 564]);
  await page.reload();
  await expect.poll(size).toEqual([416, 564]);
  await button("Shrink").click();
  await button("Expand").click();
  expect(await size()).toEqual([800, 800]);
  await button("Shrink").click();

  const rightEdge = () => page.evaluate("document.querySelector('main').getBoundingClientRect().right");
  await button("Inline mode").click();
  await expect.poll(rightEdge).toBeLessThanOrEqual(1040);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(() => button("Overlay mode").count()).toBe(0);
  expect(await rightEdge()).toBeGreaterThan(1040);
  await page.setViewportSize({ width: 1440, height: 900 });
  await button("Overlay mode").click();
});

test("an answer streams in, can be copied and regenerated, and its chat gets a title", async () => {
  await ask("Hello **there** <img src=x> ![pixel](https://tracker.example/p.png)");
  await answered(/You said: Hello/u);
  await button("Copy answer").waitFor();
  expect(await panel().locator("img").count()).toBe(0);
  expect(await panel().getByRole("article", { name: "Answer" }).locator("strong").innerText()).toBe("there");
  await button("Regenerate").click();
  await panel().getByText("2 of 2").waitFor();
  await button("Previous answer").click();
  await panel().getByText("1 of 2").waitFor();
  const { messages, tools } = provider.asked[0]!.body as AskedModel;
  const told = JSON.stringify(messages[0]!.content);
  for (const word of ["/docs/get-started", "current date", "Social links", "theme", "language"])
    expect(told).toContain(word);
  const names = tools.map((tool) => tool.function.name);
  expect(names).toContain("navigate-to-page");
  expect(names).not.toContain("show-upgrade-v2");
  expect(names).not.toContain("create-permanent-guide");

  // A draft survives closing the panel and viewing other chats.
  const message = panel().getByLabel("Message", { exact: true });
  await message.fill("And why");
  await button("Close").click();
  await open();
  expect(await message.inputValue()).toBe("And why");
  await button("Chat history").click();
  await panel().getByRole("heading", { name: "Today" }).waitFor();
  await panel().getByRole("button", { name: "A scripted title" }).click();
  expect(await message.inputValue()).toBe("And why");
  await button("Chat history").click();
  await panel().getByRole("heading", { name: "Today" }).waitFor();
});

test("a chat is deleted after a confirmation, and the empty history says so", async () => {
  await panel().getByRole("button", { name: "Delete chat" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("This can't be undone.").waitFor();
  await dialog.getByRole("button", { name: "Delete chat" }).click();
  await panel().getByText("No chats yet.").waitFor();
  await panel().getByText("New chat", { exact: true }).click();
  await panel().getByText("What can I help with?").waitFor();
});

test("a provider error is shown with a link to support and a retry button", async () => {
  provider.answer = () => ({ fault: "unavailable" });
  await ask("Hello");
  const alert = panel().getByRole("alert");
  await alert.getByText("overloaded or unavailable").waitFor();
  expect(await alert.getByRole("link", { name: "contact support" }).getAttribute("href")).toBe("/contact");
  provider.answer = scriptedAnswer;
  await alert.getByRole("button", { name: "Try again" }).click();
  await answered("You said: Hello");
});

test("change-theme changes the theme", async () => {
  await use("change-theme", { theme: "dark" });
  await answered("Theme set to dark.");
  await page.locator("html.dark").waitFor();
  await use("change-theme", { theme: "system" });
  await answered("Theme set to system.");
  await use("change-theme", { theme: "sepia" });
  await answered("There was a problem switching the theme.");
});

test("links of the page, of the dashboard and of the documentation are found, at most 20", async () => {
  await use("get-page-links", {});
  await answered("Read the links of this page");
  await answered(/"path":"\/docs\/get-started"/u);
  await use("get-dashboard-links", { teamId: ada.teamId, projectId: ada.projectId });
  await answered(new RegExp(`/dashboard/${ada.teamId}/projects/${ada.projectId}/rooms`, "u"));
  await use("get-docs-links", { query: "room" });
  await answered("Searched documentation links for “room”");
  await answered(/The tool answered/u);
  const told = promptOf(provider.asked.at(-1)!).result!;
  expect(told.match(/"href"/gu)).toHaveLength(20);
});

test("blog posts, changelogs, teams and usage are read, and a failure is reported", async () => {
  await use("fetch-blog-posts", { slugs: null, limit: 1, tags: null, category: null });
  await answered("Read 1 blog post");
  await use("fetch-changelogs", { ids: null, limit: 1 });
  await answered("Read 1 changelog entry");
  await use("get-team-project-and-plan-info", { detailedProjectStatistics: true });
  await answered("Looked up your teams and projects");
  await answered(/"Loom"/u);
  for (const [path, name, args, text] of [
    [
      "blog-posts",
      "fetch-blog-posts",
      { slugs: null, limit: null, tags: null, category: null },
      "Failed to fetch blog posts",
    ],
    ["changelogs", "fetch-changelogs", { ids: null, limit: null }, "Failed to fetch changelog entries"],
    [
      "teams/info",
      "get-team-project-and-plan-info",
      { detailedProjectStatistics: false },
      "Failed to fetch team project and plan info",
    ],
  ] as const) {
    await page.route(`**/internal/${path}*`, (route) => route.fulfill({ status: 500, json: {} }));
    await use(name, args);
    await answered(text);
    await page.unroute(`**/internal/${path}*`);
  }
});

test("billing is linked, and usage is drawn or described as having no meters", async () => {
  await use("manage-billing", { teamId: ada.teamId });
  expect(await panel().getByRole("link", { name: "Manage billing" }).getAttribute("href")).toBe(
    `/dashboard/${ada.teamId}/settings/billing`,
  );
  await use("usage-progress-chart", { teamId: ada.teamId });
  await answered(/The tool answered/u);
});

test("a message to support is sent, one to sales fails, and feedback is cancelled", async () => {
  const name = "contact-support-sales-or-send-feedback";
  const form = panel().getByRole("region");
  await use(name, { type: "support", message: "Rooms are empty", companySize: null, role: null });
  expect(await form.getByLabel("Email").inputValue()).toBe(ada.email);
  await form.getByLabel("Message").fill("a".repeat(1_001));
  await form.getByText("Message must be at most 1000 characters").waitFor();
  expect(await form.getByRole("button", { name: "Send" }).getAttribute("aria-disabled")).toBe("true");
  await form.getByLabel("Message").fill("Rooms are empty");
  await form.getByRole("button", { name: "Send" }).click();
  await answered("Message sent");

  await page.route("**/internal/contact/sales", (route) => route.fulfill({ status: 500, json: {} }));
  await use(name, { type: "sales", message: "Prices?", companySize: "1-10", role: "Engineer" });
  await form.getByRole("button", { name: "Send" }).click();
  await answered("Failed to send sales inquiry.");

  await use(name, { type: "feedback", message: "Nice", companySize: null, role: null });
  await form.getByRole("button", { name: "Cancel" }).click();
  await answered("Cancelled sending feedback message.");
});

test("navigation works only to existing pages that the user may open", async () => {
  await use("navigate-to-page", { url: "/examples" });
  await answered("The relative URL must start with /docs or /dashboard");
  await use("navigate-to-page", { url: "/docs/nope" });
  await answered("Failed to redirect, status code 404. Try again with different parameters.");
  await use("navigate-to-page", { url: `/dashboard/${ada.teamId}` });
  await page.waitForURL(`**/dashboard/${ada.teamId}`);
  await answered(/Opened \/dashboard/u);
});

test("a team and a project are created with forms, which lead to their pages; another message skips a form", async () => {
  const form = panel().getByRole("region");
  await use("create-team", { name: "Warp" });
  await form.getByRole("button", { name: "Cancel" }).click();
  await answered("Cancelled creating team.");
  await use("create-team", { name: "Warp" });
  expect(await form.getByLabel("Team name").inputValue()).toBe("Warp");
  await form.getByRole("button", { name: "Create team" }).click();
  await answered("Team created");
  await page.waitForURL(/\/dashboard\/team_[\w-]+$/u);
  expect(page.url()).not.toContain(ada.teamId);

  await use("create-project", { teamId: ada.teamId, displayName: "Board 2", type: "prod", regionRestriction: "none" });
  expect(await form.getByRole("radio", { name: /Production/u }).isChecked()).toBe(true);
  await form.getByRole("button", { name: "Create project" }).click();
  await answered("Project created");
  await page.waitForURL(/\/projects\/proj_[\w-]+$/u);

  await use("create-project", { teamId: ada.teamId, displayName: "Board 3", type: "dev", regionRestriction: "none" });
  await form.getByLabel("Project name").waitFor();
  await ask("Never mind");
  await panel().getByText("You cancelled creating the project.", { exact: true }).waitFor();
  await answered("You said: Never mind");
});

test("if chats cannot be loaded, the panel says so and links to support", async () => {
  const lonely = await page.context().newPage();
  await lonely.route("**/internal/assistant/token", (route) =>
    route.fulfill({ status: 403, json: { error: "FORBIDDEN", message: "No." } }),
  );
  await lonely.goto("/docs/get-started");
  await open(lonely);
  await panel(lonely).getByRole("button", { name: "Chat history" }).click();
  await panel(lonely).getByText("Error loading chats").waitFor();
  expect(await panel(lonely).getByRole("link", { name: "contact support" }).getAttribute("href")).toBe("/contact");
  await lonely.close();
});

test("on a small screen it is a drawer of 85 percent of the height", async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  const drawer = page.getByRole("dialog", { name: "AI assistant" });
  await expect.poll(async () => (await drawer.boundingBox())?.height).toBe(680);
});

test("a link in an answer closes the drawer, which does not reopen with the page", async () => {
  const drawer = page.getByRole("dialog", { name: "AI assistant" });
  const openDrawer = async () => {
    await open();
    await drawer.waitFor();
  };
  const askFor = async (path: string) => {
    await drawer.getByLabel("Message", { exact: true }).last().fill(`See [the page](${path})`);
    await drawer.getByRole("button", { name: "Send", exact: true }).click();
    const link = drawer.getByRole("article", { name: "Answer" }).last().getByRole("link", { name: "the page" });
    await link.click();
    await drawer.waitFor({ state: "detached" });
  };
  // It was open when the user left the tab.
  await page.reload();
  await page.locator("h1").waitFor();
  expect(await drawer.count()).toBe(0);

  await openDrawer();
  await askFor("/docs/get-started/react");
  await page.getByRole("heading", { level: 1, name: "Get started with React" }).waitFor();
  // A heading of the same page.
  await openDrawer();
  await askFor("/docs/get-started/react#install");
  expect(new URL(page.url()).hash).toBe("#install");
  await page.setViewportSize({ width: 1440, height: 900 });
  await open();
});

test("[S15] the open panel causes no findings in axe and no console messages, from phone to desktop, light and dark", async () => {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ["light", "dark"] as const) {
      await wear(page, theme);
      expect(await faultsOf(page), `${width} ${theme}`).toEqual([]);
    }
  }
  expect(journey.complaints.filter((text) => !/status of (403|404|500)/u.test(text))).toEqual([]);
});

test("without an AI provider the panel says so, and answers with passages of the documentation", async () => {
  await using plain = await openJourney();
  const reader = await plain.visit("/pricing");
  await signUp(reader, { teamName: "Loom" });
  await reader.goto("/docs/get-started");
  await open(reader);
  await panel(reader).getByText("No AI provider is configured, so answers are passages").waitFor();
  expect(await panel(reader).getByRole("link", { name: "WEFT_AI_PROVIDER" }).getAttribute("href")).toBe(
    "/docs/platform/self-hosting/configuration",
  );
  await panel(reader).getByLabel("Message", { exact: true }).fill("How do I verify the signature of a webhook?");
  await panel(reader).getByRole("button", { name: "Send", exact: true }).click();
  await panel(reader).getByText("Sources").waitFor();
  await panel(reader).getByText("Searched “How do I verify the signature of a webhook?”").waitFor();
  const sources = panel(reader)
    .getByRole("article", { name: "Answer" })
    .getByRole("link", { name: /webhook/iu });
  expect(await sources.first().getAttribute("href")).toMatch(/^\/docs\/\S*webhook/u);
  expect(plain.complaints).toEqual([]);
});
