/** Permanent guides: created by staff with the assistant, read by everyone, refused to all others. */
import { defaultModel, openAiProvider } from "@weft/testkit/ai-provider";
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

const name = "create-permanent-guide";
const markdown = `A room holds what its users share.

## Open a room

Call \`enterRoom\`, or read [the concept](/docs/concepts/rooms) and [a page elsewhere](https://elsewhere.example/a).

\`\`\`ts
const { room } = client.enterRoom("board-7");
\`\`\`

<img src=x onerror="document.title='scripted'"> ![pixel](https://tracker.example/p.png) [trap](javascript:alert(1))

### Leave it

| Call | What it does |
| --- | --- |
| \`leave\` | Leaves the room |
`;

let provider: AiProvider;
let journey: Journey;
let page: Page;
let sam: SignedUp;
beforeAll(async () => {
  provider = await openAiProvider();
  provider.answer = scriptedAnswer;
  journey = await openJourney({ env: { ...defaultModel(provider), WEFT_STAFF_DOMAIN: "weft.example" } });
  page = await journey.visit("/pricing");
  await page.setViewportSize({ width: 1440, height: 900 });
  // The first account of a server needs no verified address.
  sam = await signUp(page, { teamName: "Weft", email: "sam@weft.example" });
  await page.goto("/docs/get-started");
  await page.getByRole("banner").getByRole("button", { name: "AI assistant" }).click();
});
afterEach(() => page.unrouteAll());
afterAll(async () => {
  await journey[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const panel = (where = page) => where.getByRole("complementary", { name: "AI assistant" });
const form = () => panel().getByRole("region", { name: "Create guide" }).last();
const offered = () => (provider.asked.at(-1)!.body as AskedModel).tools.map((tool) => tool.function.name);

async function use(args: object, where = page): Promise<void> {
  const fresh = panel(where).getByRole("button", { name: "New chat", exact: true });
  if ((await fresh.getAttribute("aria-disabled")) === null) await fresh.click();
  await panel(where).getByText("What can I help with?").waitFor();
  await panel(where)
    .getByLabel("Message", { exact: true })
    .last()
    .fill(`use ${name} ${JSON.stringify(args)}`);
  await panel(where).getByRole("button", { name: "Send", exact: true }).click();
}

const answered = (text: string | RegExp, where = page) =>
  panel(where).getByRole("article", { name: "Answer" }).last().getByText(text).first().waitFor();

test("staff see a guide before they create it, can cancel it, and see an error if it fails", async () => {
  await use({ title: "Rooms in brief", markdown });
  await form().getByRole("button", { name: "Create guide" }).waitFor();
  expect(offered()).toContain(name);
  expect(await form().getByLabel("Title").inputValue()).toBe("Rooms in brief");
  const preview = form().getByRole("region", { name: "Preview" });
  await preview.getByRole("heading", { name: "Open a room" }).waitFor();
  expect(await preview.locator("img").count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await form().getByLabel("Title").fill(" ");
  await form().getByText("Title is required").waitFor();
  expect(await form().getByRole("button", { name: "Create guide" }).getAttribute("aria-disabled")).toBe("true");
  await form().getByRole("button", { name: "Cancel" }).click();
  await answered("Cancelled creating the guide.");

  await page.route("**/internal/ai-guides", (route) => route.fulfill({ status: 500, json: {} }));
  await use({ title: "Rooms in brief", markdown });
  await form().getByRole("button", { name: "Create guide" }).click();
  await answered("Failed to create AI guide");
});

test("a guide that staff create is a page of the documentation, at once and for everyone", async () => {
  await use({ title: "Rooms in brief", markdown });
  await form().getByLabel("Title").fill("Rooms, in short");
  await form().getByRole("button", { name: "Create guide" }).click();
  await page.waitForURL("**/docs/guides/ai/rooms-in-short");
  await answered("Guide created");
  await page.getByRole("heading", { level: 1, name: "Rooms, in short" }).waitFor();
  expect(await page.title()).toBe("Rooms, in short · Weft");

  const reader = await journey.visit("/docs/guides/ai/rooms-in-short");
  const main = reader.getByRole("main");
  await main.getByRole("heading", { level: 1, name: "Rooms, in short" }).waitFor();
  await main.getByText("Written with AI and checked by our team").waitFor();
  await main.getByText("Was this page helpful?").waitFor();
  expect(await main.getByRole("button", { name: "Delete guide" }).count()).toBe(0);
  // HTML of the guide is text, and nothing is fetched or run for it.
  await main.getByText("<img src=x").waitFor();
  expect(await main.locator("img").count()).toBe(0);
  expect(await main.locator("a[href^=javascript]").count()).toBe(0);
  expect(await main.getByRole("link", { name: "a page elsewhere" }).getAttribute("rel")).toContain("noopener");
  await main.locator("pre .t-keyword", { hasText: "const" }).waitFor();
  expect(await reader.locator('meta[name="description"]').count()).toBe(1);
  expect(await reader.title()).toBe("Rooms, in short · Weft");
  for (const width of [390, 768, 1440]) {
    await reader.setViewportSize({ width, height: 900 });
    for (const theme of ["light", "dark"] as const) {
      await wear(reader, theme);
      expect(await faultsOf(reader), `${width} ${theme}`).toEqual([]);
    }
  }
  await reader.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Leave it" }).click();
  await reader.waitForURL("**#leave-it");
  await reader.setViewportSize({ width: 320, height: 800 });
  expect(await reader.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);

  // Without scripts, the head has the title and description of the page.
  const html = await (await reader.request.get("/docs/guides/ai/rooms-in-short")).text();
  expect(html).toContain("<title>Rooms, in short · Weft</title>");
  expect(html).toContain('<meta name="description" content="A room holds what its users share."');
  await reader.context().close();
});

test("a guide that does not exist is a missing page, with its status", async () => {
  const reader = await journey.visit("/docs/guides/ai/nothing");
  await reader.getByText("This page doesn't exist, or you don't have access to it.").waitFor();
  expect((await reader.request.get("/docs/guides/ai/nothing")).status()).toBe(404);
  await reader.context().close();
});

test("a user who is not staff is not offered the tool, and is refused by the page and by the server", async () => {
  const eve = await journey.visit("/pricing");
  await eve.setViewportSize({ width: 1440, height: 900 });
  // A forged socket says that the page offers the tool.
  await eve.routeWebSocket(/\/ai\/v7/u, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      if (typeof frame !== "string" || !frame.includes('"ask-in-chat"')) return server.send(frame);
      const command = JSON.parse(frame) as { generationOptions: { tools: { name: string }[] } };
      const { tools } = command.generationOptions;
      expect(tools.map((tool) => tool.name)).not.toContain(name);
      tools.push({ ...tools[0]!, name });
      server.send(JSON.stringify(command));
    });
  });
  const { call } = await signUp(eve, { teamName: "Others", email: "eve@example.com" });
  await expect(call("POST", "/internal/ai-guides", { title: "Mine", markdown })).rejects.toThrow("403");
  await expect(call("DELETE", "/internal/ai-guides/rooms-in-short")).rejects.toThrow("403");
  await eve.goto("/docs/get-started");
  await eve.getByRole("banner").getByRole("button", { name: "AI assistant" }).click();
  await use({ title: "Mine", markdown }, eve);
  await answered("You are not authorized to create AI guides.", eve);
  expect((await eve.request.get("/internal/ai-guides/mine")).status()).toBe(404);
  await eve.context().close();
});

test("staff delete a guide after they confirm it", async () => {
  expect(await sam.call("GET", "/internal/ai-guides/rooms-in-short")).toMatchObject({ title: "Rooms, in short" });
  await page.goto("/docs/guides/ai/rooms-in-short");
  await page.getByRole("main").getByRole("button", { name: "Delete guide" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete this guide?" });
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole("button", { name: "Delete guide" }).click();
  await page.waitForURL("**/docs/guides");
  expect((await page.request.get("/docs/guides/ai/rooms-in-short")).status()).toBe(404);
  expect(journey.complaints.filter((text) => !/status of (404|500)/u.test(text))).toEqual([]);
});
