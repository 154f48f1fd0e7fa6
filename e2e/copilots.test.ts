/** AI copilots in the dashboard: from the empty page to answers in the playground. */
import { openAiProvider, providerUsage } from "@weft/testkit/ai-provider";
import type { AiProvider, ProviderPiece } from "@weft/testkit/ai-provider";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import type { AskedModel } from "./scripted-answers.ts";
import { signUp } from "./sign-up.ts";

const key = "key-of-the-provider-1234";
let journey: Journey;
let provider: AiProvider;
/** The provider's answer to a request with the right key. */
let pieces: readonly ProviderPiece[] = [];
beforeAll(async () => {
  journey = await openJourney();
  provider = await openAiProvider();
  provider.answer = ({ streamed, headers }) => {
    if (headers["authorization"] !== `Bearer ${key}`) return { fault: "key" };
    return { pieces: streamed ? pieces : [{ text: "A title" }] };
  };
});
afterAll(async () => {
  await journey[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

test("a copilot is created, answers once its key is right, and is changed and deleted", async () => {
  const page = await journey.visit("/");
  const { teamId, projectId } = await signUp(page, { teamName: "Engines" });
  await page.goto(`/dashboard/${teamId}/projects/${projectId}`);
  await page.getByRole("link", { name: "AI copilots" }).click();
  await page.getByText("Add an AI assistant to your app").waitFor();
  expect(await page.title()).toContain("AI copilots");
  expect(await faultsOf(page)).toEqual([]);

  // From a template to a copilot of a provider without a list of models. Errors are shown beside the fields with
  // missing values.
  await page.getByRole("link", { name: /^Support assistant/ }).click();
  await page.getByRole("heading", { level: 1, name: "Create a copilot" }).waitFor();
  await page.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: "OpenAI-compatible" }).click();
  // The first invalid field has the focus.
  await page.getByRole("button", { name: "Create copilot" }).click();
  const invalid = page.locator("[aria-invalid=true]");
  await expect.poll(() => invalid.count()).toBeGreaterThan(1);
  expect(await invalid.first().evaluate((field: any) => field === field.ownerDocument.activeElement)).toBe(true);
  await page.getByRole("textbox", { name: "Model" }).fill("loom-1");
  await page.getByLabel("Provider name").fill("Local");
  await page.getByLabel("API key").fill("the-wrong-key");
  await page.getByRole("button", { name: "Create copilot" }).click();
  await page.getByText("Enter an absolute URL").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel("Base URL").fill(provider.urls["openai-compatible"]);
  // The key is tried before anything is saved.
  await page.getByRole("button", { name: "Test key" }).click();
  await page.getByText("The provider refused the key").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Create copilot" }).click();
  await page.getByRole("heading", { level: 1, name: "Support assistant" }).waitFor();
  await page.getByText("The stored key ends in -key.").waitFor();

  // The provider refuses the key: the playground says so, and what to do.
  const playground = page.getByRole("region", { name: "Playground" });
  const log = playground.getByRole("log");
  const message = playground.getByRole("textbox", { name: "Message" });
  await message.fill("What is a loom?");
  await message.press("Enter");
  await log.getByText("The AI provider rejected the API key.").waitFor();
  await log.getByText("Check the API key in the configuration.").waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // The right key is saved, and the same question is answered, as Markdown.
  await page.getByLabel("API key").fill(key);
  await page.getByText("The provider refused the key").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Test key" }).click();
  await page.getByText("Key accepted").waitFor();
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await bar.getByText("API key").waitFor();
  await bar.getByRole("button", { name: "Save" }).click();
  await page.getByText("The stored key ends in 1234.").waitFor();
  expect(await page.getByLabel("API key").inputValue()).toBe("");
  // The stored key is tried where none is entered.
  await page.getByRole("button", { name: "Test key" }).click();
  await page.getByText("Key accepted").waitFor();
  pieces = [{ text: "A machine " }, { text: "for **weav" }, { text: "ing**." }];
  await log.getByRole("button", { name: "Try again" }).click();
  await log.locator("strong", { hasText: "weaving" }).waitFor();
  await log.getByRole("button", { name: "Regenerate" }).waitFor();
  const first = provider.asked.at(-1)!.body;
  expect(first).toMatchObject({ model: "loom-1" });
  expect(JSON.stringify(first.messages)).toContain("You answer questions of users about our product.");
  await page.getByText("Last used").waitFor();

  // An answer that takes too long is stopped; a new chat knows nothing of the one before.
  pieces = [{ text: "One moment" }, "hang"];
  await message.fill("And now?");
  await message.press("Enter");
  await log.getByText("One moment").waitFor();
  await playground.getByRole("button", { name: "Stop" }).click();
  await log.getByText("Stopped.").waitFor();
  await playground.getByRole("button", { name: "New chat" }).click();
  await log.getByText("Ask Support assistant something").waitFor();

  // Changes are checked, named, and used by the next answer.
  await page.getByLabel("Temperature").fill("9");
  await page.getByLabel("Temperature").blur();
  await page.getByText("Must be at most 2").waitFor();
  await page.getByLabel("Temperature").fill("0.4");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Guide");
  await bar.getByText("Name, Temperature").waitFor();
  await playground.getByText("Answers use the saved configuration.").waitFor();
  // A draft is kept when the user switches tabs.
  await message.fill("Half a quest");
  await page.getByRole("tab", { name: "Playground", selected: false }).click();
  await page.getByRole("tab", { name: "Playground", selected: true }).waitFor();
  await playground.getByText("Answers use the saved configuration.").waitFor();
  expect(await message.inputValue()).toBe("Half a quest");
  await page.getByRole("tab", { name: "Configure" }).click();
  await bar.getByText("Name, Temperature").waitFor();
  await bar.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Guide" }).waitFor();
  await bar.waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "Playground" }).click();
  await page.getByRole("tab", { name: "Playground", selected: true }).waitFor();
  pieces = [{ text: "Warmly" }];
  await message.fill("How?");
  await playground.getByRole("button", { name: "Send" }).click();
  await log.getByText("Warmly").waitFor();
  const last = provider.asked.at(-1)!.body;
  expect(last).toMatchObject({ temperature: 0.4 });
  expect(JSON.stringify(last.messages)).not.toContain("And now?");

  // Each answer says what it took. Another configuration answers the same question beside it, without being saved.
  const measured = `${providerUsage.input} in`;
  await log.getByText(measured).last().waitFor();
  await page.getByRole("tab", { name: "Configure" }).click();
  await page.getByLabel("System prompt").fill("Answer coolly.");
  await bar.getByText("System prompt").waitFor();
  await page.getByRole("tab", { name: "Playground" }).click();
  await page.getByRole("button", { name: "Side by side" }).click();
  const sides = page.getByRole("region", { name: "Side by side" });
  pieces = [{ text: "Either way" }];
  await sides.getByRole("textbox", { name: "Message" }).fill("Which?");
  await sides.getByRole("button", { name: "Send" }).click();
  for (const name of ["First conversation", "Second conversation"]) {
    const one = sides.getByRole("log", { name });
    await one.getByText("Either way").waitFor();
    await one.getByText(measured).waitFor();
  }
  expect(await faultsOf(page)).toEqual([]);
  const prompts = provider.asked.slice(-2).map(({ body }) => JSON.stringify(body.messages[0]));
  expect(prompts.filter((prompt) => prompt.includes("Answer coolly."))).toHaveLength(1);
  await page.getByRole("button", { name: "One chat" }).click();

  // A saved change keeps a version, which shows what differs, and is restored as a new one.
  await page.getByRole("tab", { name: "Configure" }).click();
  await bar.getByRole("button", { name: "Save" }).click();
  await bar.waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "History" }).click();
  const history = page.getByRole("tabpanel", { name: "History" });
  const versions = history.getByRole("list");
  await expect.poll(() => versions.getByRole("listitem").count()).toBe(3);
  await versions.getByRole("button").nth(1).click();
  const difference = history.getByRole("table", { name: "Differences in System prompt" });
  await difference.getByText("Answer coolly.").waitFor();
  await difference.getByText("You answer questions of users about our product.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await history.getByRole("button", { name: "Restore" }).click();
  const restoring = page.getByRole("alertdialog", { name: "Restore this version?" });
  expect(await faultsOf(page)).toEqual([]);
  await restoring.getByRole("button", { name: "Restore version" }).click();
  await page.getByText("Version restored").waitFor();
  await expect.poll(() => versions.getByRole("listitem").count()).toBe(4);
  await page.getByRole("tab", { name: "Configure" }).click();
  expect(await page.getByLabel("System prompt").inputValue()).toContain("You answer questions of users");
  await page.getByRole("tab", { name: "Playground" }).click();

  // The call that creates it is copied without the key of its provider.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy as code" }).click();
  await page.getByRole("menuitem", { name: "curl" }).click();
  await page.getByText("Code copied").waitFor();
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(copied).toContain(`"name": "Guide"`);
  expect(copied).toContain("$PROVIDER_API_KEY");
  expect(copied).not.toContain(key);

  // Its usage counts for the copilot in this month, and for the team.
  const month = await page.request.get(`/internal/projects/${projectId}/copilot-usage`);
  const { copilots } = (await month.json()) as { copilots: { messages: number; inputTokens: number }[] };
  expect(copilots).toMatchObject([{ name: "Guide" }]);
  expect(copilots[0]!.messages).toBeGreaterThanOrEqual(4);
  expect(copilots[0]!.inputTokens).toBeGreaterThanOrEqual(providerUsage.input * 2);
  const usage = await page.request.get(`/internal/teams/${teamId}/usage`);
  expect(await usage.json()).toMatchObject({
    usage: { aiCopilotMessages: { currentPeriodValue: copilots[0]!.messages } },
  });

  // Tools are kept for the copilot, offered to the model, and answered by hand.
  await playground.getByRole("button", { name: "Tools" }).click();
  const tools = page.getByRole("dialog", { name: "Tools" });
  await tools.getByRole("button", { name: "Save tool" }).click();
  await tools.getByText("Enter up to 64 letters").waitFor();
  await tools.getByLabel("Name").fill("get-weather");
  await tools.getByLabel("Description").fill("The weather in a city.");
  await tools
    .getByLabel("Parameters")
    .fill('{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}');
  expect(await faultsOf(page)).toEqual([]);
  await tools.getByRole("button", { name: "Save tool" }).click();
  await tools.getByRole("button", { name: "Edit get-weather" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await playground.getByRole("button", { name: "Tools (1)" }).waitFor();
  pieces = [{ text: "A moment. " }, { call: { id: "call_1", name: "get-weather", arguments: '{"city":"Lyon"}' } }];
  await message.fill("The weather?");
  await message.press("Enter");
  const waiting = log.getByRole("form", { name: "Result of get-weather" });
  await waiting.getByText('"Lyon"').waitFor();
  expect((provider.asked.at(-1)!.body as AskedModel).tools.map((tool) => tool.function.name)).toEqual(["get-weather"]);
  expect(await faultsOf(page)).toEqual([]);
  await waiting.getByLabel("Result").fill("sunny");
  await waiting.getByRole("button", { name: "Send result" }).click();
  await waiting.getByText("Enter a JSON object").waitFor();
  await waiting.getByLabel("Result").fill('{"sky":"sunny"}');
  pieces = [{ text: "It is sunny" }];
  await waiting.getByRole("button", { name: "Send result" }).click();
  await log.getByText("It is sunny").waitFor();
  await log.getByText("Called get-weather").waitFor();
  expect(JSON.stringify((provider.asked.at(-1)!.body as AskedModel).messages.at(-1))).toContain("sunny");

  // Unsaved changes are discarded only after a confirmation.
  await page.getByRole("tab", { name: "Configure" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Other");
  await bar.getByText("Name").waitFor();
  await page.getByRole("main").getByRole("link", { name: "AI copilots" }).click();
  const leaving = page.getByRole("alertdialog", { name: "Leave without saving?" });
  expect(await faultsOf(page)).toEqual([]);
  await leaving.getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("Other");
  await page.getByRole("main").getByRole("link", { name: "AI copilots" }).click();
  await leaving.getByRole("button", { name: "Discard changes" }).click();

  // Usage: messages and tokens of the project's copilots.
  await page.getByRole("tab", { name: "Usage" }).click();
  const used = page.getByRole("tabpanel", { name: "Usage" });
  await expect.poll(async () => Number(await used.locator("dd").first().innerText())).toBeGreaterThan(0);
  await used.getByRole("heading", { name: "Tokens" }).waitFor();
  const byCopilot = used.getByRole("table", { name: "Usage by copilot" });
  await byCopilot.getByRole("row", { name: /^Guide/ }).waitFor();
  await used.getByRole("combobox", { name: "Month" }).click();
  await page.getByRole("option").nth(1).click();
  await used.getByText(/^No usage in /).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("tab", { name: "Copilots" }).click();

  // The list shows it; then it is deleted.
  const row = page.getByRole("row", { name: /^Guide/ });
  await row.getByText("loom-1").waitFor();
  await page.getByRole("columnheader", { name: "Messages this month" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await row.getByRole("link", { name: "Guide" }).click();
  await page.getByRole("button", { name: "Delete copilot" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete this copilot?" });
  await question.getByLabel(/^Type Guide/).fill("Guide");
  await question.getByRole("button", { name: "Delete copilot" }).click();
  await page.getByText("Add an AI assistant to your app").waitFor();
  expect(journey.complaints).toEqual([]);
});
