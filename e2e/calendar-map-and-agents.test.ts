/** What two people do in a calendar, on a map, in a text with a writing assistant, and in a chart with an agent. */
import { defaultModel, openAiProvider } from "@weft/testkit/ai-provider";
import type { AiProvider } from "@weft/testkit/ai-provider";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import type { Person } from "./journey.ts";
import { areSound, centreOf, meet } from "./meet.ts";
import { scriptedAnswer } from "./scripted-answers.ts";

let provider: AiProvider;
let journey: Journey;
beforeAll(async () => {
  provider = await openAiProvider();
  provider.answer = scriptedAnswer;
  journey = await openJourney({ env: defaultModel(provider) });
});
afterEach(() => journey.leave());
afterAll(async () => {
  await journey[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

test("calendar: events are drawn, dragged, resized and undone, and others see who is editing", async () => {
  const [ada, ben] = await meet(journey, "calendar");
  const event = (page: Page, title: string) => page.getByTestId("event").filter({ hasText: title });
  const timesOf = (page: Page, title: string) => event(page, title).locator(".event-times").textContent();
  const show = (page: Page, view: string) => page.getByRole("button", { name: view, exact: true }).click();
  await show(ben, "Week");
  for (const page of [ada, ben]) await page.getByLabel("Time zone of the calendar").selectOption("UTC");

  // Drawn over free time of Saturday, then described.
  const region = ada.getByRole("region", { name: "Week" });
  const { height } = (await event(ada, "Release check").boundingBox())!;
  const perHour = height * 2;
  const saturday = await centreOf(event(ada, "Park run"));
  const at = saturday.y + perHour * 2;
  await ada.mouse.move(saturday.x, at);
  await ada.mouse.down();
  await ada.mouse.move(saturday.x, at + perHour, { steps: 4 });
  await ben.getByText("is adding an event").waitFor({ state: "attached" });
  await ada.mouse.up();
  const dialog = ada.getByRole("dialog", { name: "New event" });
  await dialog.getByLabel("Title").fill("Picnic");
  await dialog.getByLabel("Green").check();
  await areSound(journey, ada);
  await ada.keyboard.press("Enter");
  await event(ben, "Picnic").waitFor({ state: "attached" });

  // The whole drag to the day before is one step for undo.
  const before = await timesOf(ben, "Picnic");
  const from = await centreOf(event(ada, "Picnic"));
  await ada.mouse.move(from.x, from.y);
  await ada.mouse.down();
  await ada.mouse.move(from.x - 30, from.y + perHour, { steps: 4 });
  await expect.poll(() => event(ben, "Picnic").getAttribute("data-others")).toBe("true");
  await ada.mouse.move(from.x, from.y + perHour, { steps: 4 });
  await ada.mouse.up();
  await expect.poll(() => event(ben, "Picnic").getAttribute("data-others")).toBeNull();
  await expect.poll(async () => (await timesOf(ben, "Picnic")) === (await timesOf(ada, "Picnic"))).toBe(true);
  expect(await timesOf(ben, "Picnic")).not.toBe(before);
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => timesOf(ben, "Picnic")).toBe(before);

  // With the keyboard: a step later, and a step longer.
  await event(ada, "Picnic").focus();
  await ada.keyboard.press("ArrowDown");
  await expect.poll(() => timesOf(ben, "Picnic")).not.toBe(before);
  await ada.keyboard.press("ArrowUp");
  await expect.poll(() => timesOf(ben, "Picnic")).toBe(before);
  await ada.keyboard.press("Shift+ArrowDown");
  await expect.poll(() => timesOf(ben, "Picnic")).not.toBe(before);
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => timesOf(ben, "Picnic")).toBe(before);
  await region.waitFor();
  await areSound(journey, ada, ben);
});

test("calendar: everyone sees an event in their own time zone, and a deleted event can be kept", async () => {
  const [ada, ben] = await meet(journey, "calendar");
  await ada.getByLabel("Time zone of the calendar").selectOption("UTC");
  await ben.getByLabel("Time zone of the calendar").selectOption("Asia/Tokyo");
  await ada.getByRole("button", { name: "New event" }).click();
  const created = ada.getByRole("dialog", { name: "New event" });
  await created.getByLabel("Title").fill("Exit interview");
  const starts = await created.getByLabel("Starts").inputValue();
  expect(starts).toMatch(/T09:00$/u);
  await created.getByRole("button", { name: "Add event" }).click();

  const seen = ben.getByTestId("event").filter({ hasText: "Exit interview" });
  await expect.poll(() => seen.textContent()).toMatch(/6:00\s–\s7:00\sPM9:00\s–\s10:00\sAM in UTC$/u);

  await seen.click();
  await ben.getByRole("dialog", { name: "Edit event" }).getByLabel("Title").fill("Second talk");
  const mine = ada.getByTestId("event").filter({ hasText: "Exit interview" });
  await expect.poll(() => mine.getAttribute("data-others")).toBe("true");
  await mine.focus();
  await ada.keyboard.press("Delete");
  await ben.getByText("This event was deleted.").waitFor();
  await areSound(journey, ben);
  await ben.getByRole("button", { name: "Save" }).click();
  await ada.getByTestId("event").filter({ hasText: "Second talk" }).waitFor();

  await ada.getByRole("button", { name: "Month", exact: true }).click();
  await ada.getByRole("button", { name: /Second talk$/u }).waitFor();
  await ada.reload();
  await ada.getByTestId("event").filter({ hasText: "Second talk" }).waitFor();
  await ben.getByRole("button", { name: "Month", exact: true }).click();
  await ben.getByRole("region", { name: "Month" }).waitFor();
  await ada.getByRole("button", { name: "Month", exact: true }).click();
  await areSound(journey, ada, ben);
});

test("map: pins are placed, dragged, put on the route and undone, and cursors stay at their positions over zoom", async () => {
  const [ada, ben] = await meet(journey, "map");
  const pin = (page: Page, name: string) => page.getByTestId("pin").filter({ hasText: name });
  const item = (page: Page, name: string) => page.getByTestId("pin-item").filter({ hasText: name });
  const total = (page: Page) => page.locator(".map-total").innerText();
  await expect.poll(() => total(ben)).toBe("4 stops, 20,088 km");

  // Ben sees Ada's pointer at the pin that she points at, even after he has zoomed.
  const nairobi = await centreOf(pin(ada, "Nairobi"));
  const tip = { x: nairobi.x, y: nairobi.y + 18 };
  await ada.mouse.move(tip.x, tip.y, { steps: 2 });
  const apart = async () => {
    const [cursor, place] = await Promise.all([
      ben.getByTestId("cursor").boundingBox(),
      pin(ben, "Nairobi").boundingBox(),
    ]);
    return cursor && place ? Math.hypot(cursor.x - place.x - place.width / 2, cursor.y - place.y - place.height) : 999;
  };
  await expect.poll(apart).toBeLessThan(5);
  const small = await pin(ben, "Nairobi").boundingBox();
  for (const _ of [1, 2]) await ben.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(async () => (await pin(ben, "Nairobi").boundingBox())?.x).not.toBe(small?.x);
  await expect.poll(apart).toBeLessThan(5);
  await ben.getByRole("button", { name: "Show the whole world" }).click();

  // A new pin is named after its country.
  await ada.getByRole("button", { name: "Add pin" }).click();
  await ada.mouse.click(tip.x - 42, tip.y + 110);
  await item(ben, "South Africa").waitFor();
  await ada.getByLabel("Title").fill("Cape Town");
  await ada.getByLabel("Notes").fill("Sail around the cape.");
  await item(ben, "Cape Town").waitFor();
  await expect.poll(() => item(ben, "Cape Town").getAttribute("data-others")).toBe("true");
  await areSound(journey, ada, ben);
  await ada.getByRole("checkbox", { name: "On the route" }).check();
  await expect.poll(() => total(ben)).toMatch(/^5 stops/u);
  await item(ben, "Cape Town").getByRole("button", { name: "Earlier on the route: Cape Town" }).click();
  await expect.poll(() => pin(ada, "Cape Town").textContent()).toContain("stop 4");

  // A drag is one step for undo, and so is a move by keyboard.
  const at = (page: Page) => pin(page, "Cape Town").getAttribute("style");
  const [before, route] = [await at(ben), await total(ben)];
  const from = await centreOf(pin(ada, "Cape Town"));
  await ada.mouse.move(from.x, from.y);
  await ada.mouse.down();
  await ada.mouse.move(from.x - 40, from.y - 60, { steps: 5 });
  await ada.mouse.up();
  await expect.poll(() => at(ben)).not.toBe(before);
  await expect.poll(() => total(ben)).not.toBe(route);
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => total(ben)).toBe(route);
  await pin(ada, "Cape Town").focus();
  await ada.keyboard.press("ArrowUp");
  await expect.poll(() => total(ben)).not.toBe(route);
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => total(ben)).toBe(route);

  // The map moves and zooms by wheel and keyboard, and is as it was after a reload.
  await ada.mouse.move(tip.x, tip.y);
  const tokyo = () => pin(ada, "Tokyo").getAttribute("style");
  const seen = [await tokyo()];
  for (const act of [
    () => ada.mouse.wheel(0, -600),
    () => ada.getByTestId("map").press("ArrowRight"),
    () => ada.getByTestId("map").press("-"),
  ]) {
    await act();
    await expect.poll(tokyo).not.toBe(seen.at(-1));
    seen.push(await tokyo());
  }
  await ada.getByTestId("map").press("0");
  await expect.poll(tokyo).toBe(seen[0]);
  await ada.reload();
  await expect.poll(() => total(ada)).toBe(route);
  await areSound(journey, ada, ben);
});

/** Ada on a desktop and Ben on a phone, as users of an example, once both have its content. */
async function meetUsers(example: string, content: string, of = journey): Promise<[ada: Page, ben: Page]> {
  const open = async (as: string, person: Person = {}) => {
    const page = await of.visit(`/play/${example}/?room=two-${example}&as=${as}`, person);
    await page.locator(".connection[data-state=live]").waitFor();
    await page.getByText(content).first().waitFor();
    return page;
  };
  return [await open("ada"), await open("ben", { device: "phone", theme: "dark" })];
}

const paragraphs = [
  "We are happy to announce",
  "You can find the new calendars",
  "Existing calendars stay private",
] as const;

async function ask(page: Page, words: string): Promise<void> {
  await page.getByText(words).click();
  await page.getByText(words).selectText();
  await page.locator(".bar").getByRole("button", { name: "Ask AI" }).click();
}

test("writing assistant: a proposal is the user’s until it is accepted, and one undo takes it back", async () => {
  const [ada, ben] = await meetUsers("ai-writing-assistant", paragraphs[0]);
  const text = (page: Page) => page.getByRole("textbox", { name: "Text" });
  const press = (name: string) => ada.getByRole("button", { name, exact: true }).click();
  const before = await text(ben).innerText();

  await ask(ada, paragraphs[0]);
  await press("Shorten");
  await ada.locator("ins", { hasText: "Proposal" }).waitFor();
  const first = await ada.locator("ins").innerText();
  await areSound(journey, ada);
  expect(await text(ben).innerText()).toBe(before);
  await press("Try again");
  await expect.poll(() => ada.locator("ins").allInnerTexts()).not.toContain(first);
  await ada.locator("ins", { hasText: "Proposal" }).waitFor();
  // Meanwhile, another user writes.
  await ben.getByRole("heading", { name: "What changes for you" }).click();
  await ben.keyboard.press("End");
  await ben.keyboard.type(" and others");
  await ada.getByRole("heading", { name: "What changes for you and others" }).waitFor();
  await press("Accept");
  for (const page of [ada, ben]) {
    await text(page)
      .getByText(/^Proposal \d+\.$/u)
      .waitFor();
    await expect.poll(() => page.getByText(paragraphs[0]).count()).toBe(0);
  }
  await press("Undo");
  for (const page of [ada, ben]) await text(page).getByText(paragraphs[0]).waitFor();
  expect(await text(ben).innerText()).toContain("What changes for you and others");

  // A proposal that is discarded changes nothing.
  await ask(ada, paragraphs[1]);
  await press("To German");
  await ada.locator("ins").waitFor();
  await press("Discard");
  await expect.poll(() => ada.locator("ins, del").count()).toBe(0);
  for (const page of [ada, ben])
    await text(page)
      .getByText(/^You can find .* write to the support team\.$/u)
      .waitFor();

  // Text that is continued is added after the selection, and kept over a reload.
  await ask(ada, paragraphs[2]);
  await press("Continue");
  await ada.locator("ins").waitFor();
  await press("Accept");
  await text(ben)
    .getByText(/until you share them\.\s?Proposal \d+\.$/u)
    .waitFor();
  await ada.reload();
  await text(ada)
    .getByText(/until you share them\.\s?Proposal \d+\.$/u)
    .waitFor();
  await areSound(journey, ada, ben);
});

test("writing assistant: others see who waits, and a request can be cancelled", async () => {
  const [ada, ben] = await meetUsers("ai-writing-assistant", paragraphs[1]);
  await ask(ada, paragraphs[1]);
  const field = ada.getByRole("textbox", { name: "Ask the assistant anything…" });
  await field.fill("Wait");
  await ada.keyboard.press("Enter");
  await ben.getByText("is waiting for the assistant…").waitFor();
  await areSound(journey, ada, ben);
  await ada.keyboard.press("Escape");
  await expect.poll(() => ben.getByTestId("asking").innerText()).toBe("");
});

test("writing assistant: a server without a model says so, and its built-in answer can be accepted", async () => {
  await using plain = await openJourney();
  const [ada, ben] = await meetUsers("ai-writing-assistant", paragraphs[0], plain);
  await ada.getByText("This server has no AI provider.").waitFor();
  await ask(ada, paragraphs[0]);
  await ada.getByRole("button", { name: "Improve" }).click();
  await ada.getByText("This is a built-in answer").waitFor();
  await ada.getByRole("button", { name: "Discard" }).click();
  await ask(ada, paragraphs[0]);
  await ada.getByRole("button", { name: "Shorten" }).click();
  await ada.locator("del").first().waitFor();
  await ada.getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => ben.getByText("A shared calendar is a calendar").count()).toBe(0);
  await areSound(plain, ada, ben);
});

test("agent flowchart: what an agent proposes is pending in everyone’s chart until its user confirms it", async () => {
  const [ada, ben] = await meetUsers("agent-flowchart", "Check the payment");
  const chat = ada.getByRole("region", { name: "Agent" });
  const pending = (page: Page) => page.locator(".react-flow__node.pending");
  const node = (page: Page, label: string) => page.locator(".react-flow__node:not(.pending)", { hasText: label });
  const arrows = (page: Page) => page.locator(".react-flow__edge:not(.pending)");
  const propose = async (proposal: object) => {
    await chat.getByRole("textbox").fill(`use propose-steps ${JSON.stringify(proposal)}`);
    await chat.getByRole("button", { name: "Send" }).click();
  };
  await expect.poll(() => arrows(ben).count()).toBe(3);

  await propose({
    steps: [
      { id: "failed", label: "Payment failed" },
      { id: "remind", label: "Send a reminder" },
    ],
    arrows: [
      { from: "payment", to: "failed" },
      { from: "failed", to: "remind" },
      { from: "remind", to: "nowhere" },
    ],
  });
  await chat.getByText("Add these steps?").waitFor();
  for (const page of [ada, ben])
    await expect.poll(() => pending(page).allInnerTexts()).toEqual(["Payment failed", "Send a reminder"]);
  await ben.getByTestId("agent").getByText("Ada’s agent proposes this").waitFor();
  await ben.getByText("Ada’s agent proposes 2 steps and 2 arrows.").waitFor();
  await ben.getByRole("button", { name: "Show", exact: true }).click();
  expect(await node(ben, "Payment failed").count()).toBe(0);
  await areSound(journey, ada, ben);

  // It is still pending after a reload, and one undo takes back all that was confirmed.
  await ada.reload();
  await expect.poll(() => pending(ben).count()).toBe(2);
  await chat.getByRole("button", { name: "Confirm" }).click();
  await chat.getByText("Added to the chart").waitFor();
  for (const page of [ada, ben]) {
    await node(page, "Payment failed").waitFor();
    await expect.poll(() => pending(page).count()).toBe(0);
    await expect.poll(() => arrows(page).count()).toBe(5);
  }
  await expect.poll(() => ben.getByTestId("agent").count()).toBe(0);
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => arrows(ben).count()).toBe(3);
  await ada.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => arrows(ben).count()).toBe(5);

  // What is rejected is gone, and a step that another user has deleted meanwhile gets no arrow.
  await propose({ steps: [{ id: "gift", label: "Add a gift" }], arrows: [{ from: "pack", to: "gift" }] });
  await expect.poll(() => pending(ben).allInnerTexts()).toEqual(["Add a gift"]);
  await chat.getByRole("button", { name: "Reject" }).click();
  await chat.getByText("Rejected").waitFor();
  await expect.poll(() => pending(ben).count()).toBe(0);
  await propose({ steps: [], arrows: [{ from: "order", to: "pack" }] });
  await expect.poll(() => ben.locator(".react-flow__edge.pending").count()).toBe(1);
  await node(ben, "Pack the parcel").click();
  await ben.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => node(ada, "Pack the parcel").count()).toBe(0);
  await chat.getByRole("button", { name: "Confirm" }).click();
  await chat.getByText("No changes made").waitFor();
  await areSound(journey, ada, ben);
});

// The last one, as browsers log the answers with errors.
test("writing assistant: a failure is explained, and the text is as it was", async () => {
  const [ada] = await meetUsers("ai-writing-assistant", paragraphs[1]);
  await ask(ada, paragraphs[1]);
  await ada.getByRole("textbox", { name: "Ask the assistant anything…" }).fill("Fail");
  await ada.keyboard.press("Enter");
  await ada.getByText("The AI could not answer. Try again.").waitFor();
  expect(await ada.locator("ins, del").count()).toBe(0);
});
