import { defaultModel, openAiProvider, promptOf } from "@weft/testkit/ai-provider";
import type { AiProvider, Prompt, ProviderAnswer, ProviderPiece, ProviderRequest } from "@weft/testkit/ai-provider";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey, Person } from "./journey.ts";

const unsent = "Which orders have not been sent yet?";
const cancel = "Cancel the order for the desk lamp.";

let provider: AiProvider;
let journey: Journey;
/** The second half of an answer to a question that begins with `Slowly` waits for this. */
let held = Promise.withResolvers<void>();
const prompts: Prompt[] = [];
beforeAll(async () => {
  provider = await openAiProvider();
  provider.answer = answer;
  journey = await openJourney({ env: defaultModel(provider) });
});
afterEach(async () => {
  held.resolve();
  held = Promise.withResolvers();
  await journey.leave();
});
afterAll(async () => {
  await journey[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

function answer(request: ProviderRequest): ProviderAnswer {
  if (!request.streamed) return { pieces: say("Orders to send") };
  const prompt = promptOf(request);
  prompts.push(prompt);
  return { pieces: reply(prompt) };
}

let calls = 0;
const say = (text: string): readonly ProviderPiece[] => [{ text }];
const call = (name: string, args: object): readonly ProviderPiece[] => [
  { call: { id: `call_${++calls}`, name, arguments: JSON.stringify(args) } },
];

function reply({ question, result }: Prompt): readonly ProviderPiece[] {
  if (question.startsWith("Slowly"))
    return [{ text: "One by one. " }, { wait: held.promise }, { text: "All of them are listed." }];
  if (question === unsent)
    return result === undefined
      ? call("find-orders", { status: "processing" })
      : say("Two orders wait: the walnut desk and the desk lamp.");
  if (question === cancel)
    return result === undefined
      ? call("cancel-order", { orderId: "W-1047" })
      : say("The order for the desk lamp is cancelled.");
  return say(`You asked: ${question}`);
}

const visit = (room: string, person: Person = {}) => journey.visit(`/play/ai-chat/?room=${room}&as=ada`, person);
const chat = (page: Page) => page.getByRole("region", { name: "Copilot" });
const order = (page: Page, id: string) =>
  page.getByRole("region", { name: "Orders" }).getByRole("button", { name: id });

async function ask(page: Page, question: string): Promise<void> {
  await chat(page).getByRole("textbox").fill(question);
  await chat(page).getByRole("button", { name: "Send" }).click();
}

/** Another tab of the same user, in the same chat. */
async function secondTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  return tab;
}

test("the copilot looks up orders by itself, and cancels one once a tab of the user confirms", async () => {
  const first = await visit("shop");
  await first.getByRole("button", { name: unsent }).click();
  await chat(first).getByText("Two orders wait").waitFor();
  await chat(first).getByText("Looked at the orders").waitFor();
  const found = prompts.find(({ question, result }) => question === unsent && result !== undefined);
  expect(found?.result).toContain("W-1048");
  expect(found?.instructions).toContain("Fern & Field");
  await first
    .getByRole("navigation", { name: "Chats" })
    .getByRole("button", { name: "Orders to send" })
    .first()
    .waitFor();

  const second = await secondTab(first);
  await chat(second).getByText("Two orders wait").waitFor();
  await ask(first, cancel);
  for (const tab of [first, second]) await chat(tab).getByText("W-1047: Desk lamp for Jonas Weber").waitFor();
  await order(first, "W-1047").getByText("processing").waitFor();

  await chat(second).getByRole("button", { name: "Cancel order" }).click();
  for (const tab of [first, second]) {
    await chat(tab).getByText("The order for the desk lamp is cancelled.").waitFor();
    await order(tab, "W-1047").getByText("cancelled").waitFor();
  }
  // Its outcome is still shown after a reload.
  await first.reload();
  await chat(first).getByText("Order cancelled").waitFor();
  await order(first, "W-1047").getByText("cancelled").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("an order that the user keeps is not cancelled, and the model learns why", async () => {
  const page = await visit("keep");
  await page.getByRole("button", { name: cancel }).click();
  await chat(page).getByRole("button", { name: "Keep order" }).click();
  await chat(page).getByText("Order kept").waitFor();
  await order(page, "W-1047").getByText("processing").waitFor();
  await expect.poll(() => prompts.at(-1)?.result).toMatch(/cancel/iu);
  expect(journey.complaints).toEqual([]);
});

test("the copilot knows which order is selected", async () => {
  const page = await visit("selected");
  await order(page, "W-1046").click();
  await ask(page, "When does this arrive?");
  await chat(page).getByText("You asked: When does this arrive?").waitFor();
  expect(prompts.findLast(({ question }) => question.startsWith("When"))?.instructions).toContain("W-1046");
  expect(journey.complaints).toEqual([]);
});

test("an aborted answer keeps its text, and the chat continues", async () => {
  const page = await visit("abort");
  await ask(page, "Slowly, please");
  await chat(page).getByText("One by one.").waitFor();
  await chat(page).getByRole("button", { name: "Stop" }).click();
  await ask(page, "And now?");
  await chat(page).getByText("You asked: And now?").waitFor();
  await page.reload();
  await chat(page).getByText("You asked: And now?").waitFor();
  expect(await chat(page).getByText("One by one.").count()).toBe(1);
  expect(await chat(page).getByText("All of them are listed.").count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});

test("an answer continues while the page is reloaded", async () => {
  const page = await visit("reload");
  await ask(page, "Slowly, once more");
  await chat(page).getByText("One by one.").waitFor();
  await page.reload();
  await chat(page).getByText("One by one.").waitFor();
  held.resolve();
  await chat(page).getByText("One by one. All of them are listed.").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a chat is kept for its user alone, until it is deleted", async () => {
  const ada = await visit("history");
  const chats = ada.getByRole("navigation", { name: "Chats" });
  await chats.getByText("Your chats appear here.").waitFor();
  await ask(ada, "Hello");
  await chats.getByRole("button", { name: "Orders to send", exact: true }).waitFor();
  await chats.getByRole("button", { name: "New chat" }).click();
  await chat(ada).getByText("What do you want to know?").waitFor();
  await chats.getByRole("button", { name: "Orders to send", exact: true }).click();
  await chat(ada).getByText("You asked: Hello").waitFor();

  const ben = await journey.visit("/play/ai-chat/?room=history&as=ben");
  await ben.getByText("Your chats appear here.").waitFor();

  await chats.getByRole("button", { name: "Delete: Orders to send" }).click();
  await chats.getByText("Your chats appear here.").waitFor();
  await chat(ada).getByText("What do you want to know?").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("without an AI provider, the example says how to get one and the server answers itself", async () => {
  await using plain = await openJourney();
  const page = await plain.visit("/play/ai-chat/?room=plain&as=ada");
  await page.getByText("This server has no AI provider.").waitFor();
  await page.getByRole("button", { name: unsent }).click();
  await chat(page).getByText("No AI provider is configured").waitFor();
  expect(plain.complaints).toEqual([]);
});

test("axe finds nothing on any screen, light or dark", async () => {
  const looks = [
    { theme: "light", device: "desktop" },
    { theme: "dark", device: "desktop" },
    { theme: "dark", device: "phone" },
  ] as const;
  for (const { theme, device } of looks) {
    const page = await visit(`axe-${theme}-${device}`, { theme, device });
    await page.getByRole("button", { name: cancel }).waitFor();
    expect([theme, device, "empty", await faultsOf(page)]).toEqual([theme, device, "empty", []]);
    await page.getByRole("button", { name: cancel }).click();
    await chat(page).getByRole("button", { name: "Cancel order" }).waitFor();
    expect([theme, device, "asked", await faultsOf(page)]).toEqual([theme, device, "asked", []]);
    await page.context().close();
  }
  expect(journey.complaints).toEqual([]);
});
