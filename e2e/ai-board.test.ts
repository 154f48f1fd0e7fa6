import { defaultModel, openAiProvider, promptOf } from "@weft/testkit/ai-provider";
import type { AiProvider, Prompt, ProviderAnswer, ProviderPiece, ProviderRequest } from "@weft/testkit/ai-provider";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey, Person } from "./journey.ts";

let provider: AiProvider;
let journey: Journey;
const prompts: Prompt[] = [];
beforeAll(async () => {
  provider = await openAiProvider();
  provider.answer = answer;
  journey = await openJourney({ env: defaultModel(provider) });
});
afterEach(() => journey.leave());
afterAll(async () => {
  await journey[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

function answer(request: ProviderRequest): ProviderAnswer {
  if (!request.streamed) return { pieces: say("The meetup") };
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
  if (result !== undefined) return say(`Result: ${result}`);
  if (question === "Add")
    return call("add-cards", {
      cards: [
        { title: "Order badges", column: "To do" },
        { title: "Test the projector", column: "In progress" },
      ],
    });
  if (question === "Move") return call("move-cards", { moves: [{ id: "posters", column: "Done" }] });
  if (question === "Delete") return call("remove-cards", { ids: ["catering"] });
  return say(`You asked: ${question}`);
}

const visit = async (room: string, as: string, person: Person = {}) => {
  const page = await journey.visit(`/play/ai-board/?room=${room}&as=${as}`, person);
  await page.locator(".card").first().waitFor({ state: "attached" });
  return page;
};

/** Two users of a board. The second joins after the first has created it. */
async function meet(room: string): Promise<[Page, Page]> {
  const ada = await visit(room, "ada");
  await saved(ada);
  return [ada, await visit(room, "ben")];
}

const saved = (page: Page) => page.locator(".connection[data-state=live]").waitFor();
const chat = (page: Page) => page.getByRole("region", { name: "Copilot" });
const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function ask(page: Page, question: string): Promise<void> {
  await chat(page).getByRole("textbox").fill(question);
  await chat(page).getByRole("button", { name: "Send" }).click();
}

test("cards that the copilot proposes are on everyone's board once the user confirms, and one undo takes them back", async () => {
  const [ada, ben] = await meet("add");
  await ask(ada, "Add");
  await chat(ada).getByText("Order badges → To do").waitFor();
  expect(await column(ben, "To do").getByText("Order badges").count()).toBe(0);

  await chat(ada).getByRole("button", { name: "Confirm" }).click();
  for (const page of [ada, ben]) {
    await column(page, "To do").getByText("Order badges").waitFor();
    await column(page, "In progress").getByText("Test the projector").waitFor();
  }
  await chat(ada).getByText("Cards added").waitFor();

  await ada.getByRole("button", { name: "Undo" }).click();
  for (const page of [ada, ben]) {
    await column(page, "To do").getByText("Order badges").waitFor({ state: "detached" });
    await column(page, "In progress").getByText("Test the projector").waitFor({ state: "detached" });
  }
  expect(journey.complaints).toEqual([]);
});

test("the copilot knows changes that others made to the board", async () => {
  const [ada, ben] = await meet("know");
  await column(ben, "To do").getByLabel("Add to: To do").fill("Buy cables");
  await ben.keyboard.press("Enter");
  await column(ada, "To do").getByText("Buy cables").waitFor();
  await ask(ada, "What is open?");
  await chat(ada).getByText("You asked: What is open?").waitFor();
  expect(prompts.findLast(({ question }) => question === "What is open?")?.instructions).toContain("Buy cables");
  // The chat is hers alone.
  expect(await chat(ben).getByText("You asked").count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});

test("two tabs of a user stay in sync, and a declined change is not made", async () => {
  const [ada] = await meet("decline");
  const tab = await ada.context().newPage();
  await tab.goto(ada.url());
  await chat(tab).getByText("What should change?").waitFor();
  await ask(ada, "Move");
  for (const page of [ada, tab]) await chat(page).getByText("Print posters → Done").waitFor();
  await chat(tab).getByRole("button", { name: "Cancel" }).click();
  for (const page of [ada, tab]) await chat(page).getByText("Cancelled", { exact: true }).waitFor();
  await chat(ada).getByText("Result:").waitFor();
  expect(await column(ada, "To do").getByText("Print posters").count()).toBe(1);
  expect(journey.complaints).toEqual([]);
});

test("a card that another user deleted meanwhile is not deleted twice, and the model receives the outcome", async () => {
  const [ada, ben] = await meet("gone");
  await ask(ada, "Delete");
  await chat(ada).getByText("Delete these cards?").waitFor();
  await column(ben, "To do").getByRole("button", { name: "Delete: Choose the catering" }).click();
  await column(ada, "To do").getByText("Choose the catering").waitFor({ state: "detached" });
  await chat(ada).getByRole("button", { name: "Delete", exact: true }).click();
  await chat(ada).getByText("No changes made").waitFor();
  await chat(ada).getByText("Result: The cards are no longer on the board.").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a change that waits for the user still waits after a reload", async () => {
  const [ada, ben] = await meet("reload");
  await ask(ada, "Move");
  await chat(ada).getByText("Print posters → Done").waitFor();
  await ada.reload();
  await chat(ada).getByRole("button", { name: "Confirm" }).click();
  for (const page of [ada, ben]) await column(page, "Done").getByText("Print posters").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("axe finds nothing on any screen, light or dark", async () => {
  const looks = [
    { theme: "light", device: "desktop" },
    { theme: "dark", device: "desktop" },
    { theme: "dark", device: "phone" },
  ] as const;
  for (const { theme, device } of looks) {
    const page = await visit(`axe-${theme}-${device}`, "ada", { theme, device });
    expect([theme, device, "board", await faultsOf(page)]).toEqual([theme, device, "board", []]);
    if (device === "phone")
      await page.getByRole("group", { name: "Show" }).getByRole("button", { name: "Copilot" }).click();
    await ask(page, "Add");
    await chat(page).getByRole("button", { name: "Confirm" }).waitFor();
    expect([theme, device, "asked", await faultsOf(page)]).toEqual([theme, device, "asked", []]);
    await page.context().close();
  }
  expect(journey.complaints).toEqual([]);
});
