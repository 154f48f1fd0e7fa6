/** What two people do in the smaller examples: one on a desktop in the light theme, one on a phone in the dark. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { areSound, centreOf, meet } from "./meet.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

for (const example of ["live-cursors-vue", "live-cursors-svelte"])
  test(`${example}: pointers and arrow keys move cursors that the others see`, async () => {
    const [ada, ben] = await meet(journey, example);
    const { x, y } = await centreOf(ada.getByTestId("stage"));
    await ada.mouse.move(x, y, { steps: 3 });
    await expect.poll(() => cursors(ben)).toEqual(["50% 50%"]);
    await ben.getByTestId("stage").focus();
    await ben.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => cursors(ada)).toEqual(["56% 50%"]);
    await ada.mouse.move(5, 5);
    await expect.poll(() => cursors(ben)).toEqual([]);
    await areSound(journey, ada, ben);
  });

/** The positions at which a user sees the cursors of the others. */
function cursors(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll("[data-testid=cursor]")].map(
    ({ style }) => Math.round(parseFloat(style.left)) + "% " + Math.round(parseFloat(style.top)) + "%")`);
}

test("kanban: a card is dragged, renamed, and moved back by undo", async () => {
  const [ada, ben] = await meet(journey, "kanban");
  const done = (page: Page) => page.getByRole("region", { name: "Done" }).getByTestId("card");
  await expect.poll(() => done(ben).count()).toBe(1);

  const from = await centreOf(ada.getByRole("button", { name: "Move: Draft the newsletter" }));
  const to = await centreOf(done(ada));
  await ada.mouse.move(from.x, from.y);
  await ada.mouse.down();
  await ada.mouse.move(from.x + 20, from.y, { steps: 2 });
  await ben.getByText("is moving this").waitFor();
  await ada.mouse.move(to.x, to.y, { steps: 8 });
  await ada.mouse.up();
  await expect.poll(() => done(ben).count()).toBe(2);

  await ben.getByLabel("Title of: Set up the domain").fill("Renew the domain");
  await ben.keyboard.press("Enter");
  await ada.getByLabel("Title of: Renew the domain").waitFor();
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => done(ben).count()).toBe(1);
  await ada.getByLabel("Title of: Renew the domain").waitFor();
  await areSound(journey, ada, ben);
});

test("whiteboard: a drag is one step for undo, and others see a selection", async () => {
  const [ada, ben] = await meet(journey, "whiteboard");
  const note = (page: Page) => page.getByRole("button", { name: "Note: Final copy" });
  const at = (page: Page) => note(page).getAttribute("transform");
  await expect.poll(() => at(ben)).toBe("translate(130 190)");

  const { x, y } = await centreOf(note(ada));
  await ada.mouse.move(x, y);
  await ada.mouse.down();
  await ada.mouse.move(x + 60, y + 40, { steps: 5 });
  await ada.mouse.up();
  await expect.poll(() => at(ben)).not.toBe("translate(130 190)");
  await expect.poll(async () => (await at(ben)) === (await at(ada))).toBe(true);
  await expect.poll(() => note(ben).getAttribute("data-others")).toBe("true");
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => at(ben)).toBe("translate(130 190)");

  await ben.getByRole("button", { name: "Ellipse", exact: true }).click();
  await ben.getByRole("textbox", { name: "Text" }).fill("Party");
  await ada.getByRole("button", { name: "Ellipse: Party" }).waitFor();
  await ben.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => ada.getByRole("button", { name: "Ellipse: Party" }).count()).toBe(0);
  await areSound(journey, ada, ben);
});

test("flowchart: steps are added, renamed and deleted with their arrows", async () => {
  const [ada, ben] = await meet(journey, "flowchart");
  const arrows = (page: Page) => page.locator(".react-flow__edge");
  await expect.poll(() => arrows(ben).count()).toBe(4);
  await ada.getByText("Ask for details").click();
  await ada.getByLabel("Label of the selected step").fill("Ask the reporter");
  await ben.getByText("Ask the reporter").waitFor();
  await ada.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => arrows(ben).count()).toBe(3);
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => arrows(ben).count()).toBe(4);
  await ben.getByRole("button", { name: "Step", exact: true }).click();
  await ada.getByText("New step").waitFor();
  await areSound(journey, ada, ben);
});

test("spreadsheet: a number changes the totals of everyone, and a formula follows it", async () => {
  const [ada, ben] = await meet(journey, "spreadsheet");
  const cell = (page: Page, name: string) => page.locator(`#${name}`);
  await expect.poll(() => cell(ben, "E6").innerText()).toBe("4,820");
  await cell(ada, "B2").click();
  await cell(ben, "B2").locator(".cell-owner").waitFor();
  await ada.keyboard.type("340");
  await ada.keyboard.press("Enter");
  await expect.poll(() => cell(ben, "E6").innerText()).toBe("4,920");

  await cell(ada, "F2").click();
  await ada.keyboard.type("=MAX(B2:D2)");
  await ada.keyboard.press("Enter");
  await expect.poll(() => cell(ben, "F2").innerText()).toBe("340");
  await ada.getByRole("button", { name: "Undo" }).click();
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => cell(ben, "E6").innerText()).toBe("4,820");
  await areSound(journey, ada, ben);
});

test("live form: the others see who is in a field, what is entered, and who submits", async () => {
  const [ada, ben] = await meet(journey, "live-form");
  await ada.getByLabel("Event").focus();
  await ben.getByText("is editing").waitFor();
  await ada.getByLabel("Number of guests").fill("0");
  await expect.poll(() => ben.getByLabel("Number of guests").inputValue()).toBe("0");
  await ben.getByRole("button", { name: "Submit request" }).click();
  await ben.getByText("Enter a number from 1 to 120.").waitFor();
  await areSound(journey, ada, ben);
  await ada.getByLabel("Number of guests").fill("30");
  await ada.getByLabel("Catering").selectOption("Lunch");
  await ben.getByText("6 of 6 fields complete").waitFor();
  await ben.getByRole("button", { name: "Submit request" }).click();
  for (const page of [ada, ben]) await page.getByRole("heading", { name: "Request submitted" }).waitFor();
  await areSound(journey, ada, ben);
});

for (const example of ["todo-list-svelte", "todo-zustand", "todo-redux"])
  test(`${example}: the stores of each window have the same list`, async () => {
    const [ada, ben] = await meet(journey, example);
    const tasks = (page: Page) => page.getByTestId("task").allInnerTexts();
    await ada.getByLabel("New task").fill("Order lunch");
    await ben.getByText("is typing…").waitFor();
    await ada.keyboard.press("Enter");
    const all = ["Send the agenda", "Book a meeting room", "Finish the slides", "Order lunch"];
    await expect.poll(() => tasks(ben)).toEqual(all);
    await ben.getByLabel("Order lunch", { exact: true }).check();
    await expect.poll(() => ada.getByLabel("Order lunch", { exact: true }).isChecked()).toBe(true);
    await ben.getByRole("button", { name: "Delete: Finish the slides" }).click();
    await expect.poll(() => tasks(ada)).toEqual(all.filter((task) => task !== "Finish the slides"));
    await ben.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => tasks(ada)).toEqual(all);
    await areSound(journey, ada, ben);
  });

test("avatar stack: the others see which section is read, and the list names everyone", async () => {
  const [ada, ben] = await meet(journey, "avatar-stack");
  await ada.evaluate(`document.getElementById("plan").scrollIntoView({ block: "center" })`);
  await ben.getByTestId("readers-plan").getByTestId("other-avatar").waitFor();
  await ben.locator(".people summary").click();
  await ben.getByTestId("person").getByText("Reading Plan").waitFor();
  await areSound(journey, ada, ben);
});

test("chat room: typing is shown, messages are kept, reactions arrive", async () => {
  const [ada, ben] = await meet(journey, "chat-room");
  await ada.getByLabel("Message", { exact: true }).fill("Who brings the projector?");
  await ben.getByText("is typing…").waitFor();
  await ada.keyboard.press("Enter");
  await ben.getByText("Who brings the projector?").waitFor();
  const seen = ben.getByTestId("reaction").waitFor();
  await ada.getByRole("button", { name: "Celebrate" }).click();
  await seen;
  await ben.reload();
  await ben.getByText("Who brings the projector?").waitFor();
  await areSound(journey, ada, ben);
});
