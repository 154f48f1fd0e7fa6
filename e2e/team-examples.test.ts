/** What two people do in the examples for teams: one on a desktop in the light theme, one on a phone in the dark. */
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

/** The Storage of a room, as everyone in it receives it. */
async function storageOf(room: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${journey.url}/v2/rooms/${room}/storage?format=json`, {
    headers: { authorization: `Bearer ${journey.secretKey}` },
  });
  return (await answer.json()) as Record<string, unknown>;
}

const vote = (page: Page, card: string) => page.getByRole("button", { name: `Vote ${card}`, exact: true });

test("planning poker: votes stay hidden until they are revealed, and an estimate leads to the next story", async () => {
  const [ada, ben] = await meet(journey, "planning-poker");
  await ada.getByRole("button", { name: "Use sample stories" }).click();
  await vote(ada, "5").click();
  await ben.getByText("1 of 2 people have voted.").waitFor();
  const { ballots } = await storageOf("two-planning-poker");
  expect(Object.values(ballots as object)).toMatchObject([{ card: "" }]);
  await areSound(journey, ada, ben);

  // A vote survives a reload, and only the last card counts.
  await ada.reload();
  await expect.poll(() => vote(ada, "5").getAttribute("aria-pressed")).toBe("true");
  await vote(ben, "3").click();
  await vote(ben, "8").click();
  await ada.getByText("2 of 2 people have voted.").waitFor();
  await ben.getByRole("button", { name: "Reveal votes" }).click();
  for (const page of [ada, ben]) {
    await page.getByLabel("Result of the vote").getByText("6.5").waitFor();
    await page.getByText("5 to 8").waitFor();
    await page.getByText("Voted 5").waitFor();
  }
  await areSound(journey, ada, ben);

  await ada.getByRole("button", { name: "8", exact: true }).click();
  await ben.getByRole("heading", { name: "Export invoices as PDF" }).waitFor();
  await ben.getByText("No votes yet.").waitFor();
  await ada.getByRole("region", { name: "Results" }).getByText("Sign in with a passkey").click();
  await ada.getByText("Average 6.5, median 8, 5 to 8.").waitFor();
  await areSound(journey, ada, ben);
});

test("planning poker: stories are edited, moved by keyboard and undone, and a spectator has no vote", async () => {
  const [ada, ben] = await meet(journey, "planning-poker");
  await ada.getByLabel("Topic").fill("Sprint 12");
  await ada.keyboard.press("Enter");
  await expect.poll(() => ben.getByLabel("Topic").inputValue()).toBe("Sprint 12");
  for (const title of ["Restore a project", "Archive a project"]) {
    await ada.getByLabel("New story").fill(title);
    await ada.keyboard.press("Enter");
    await ben.getByLabel(`Title of: ${title}`).waitFor();
  }

  const titles = (page: Page): Promise<string[]> =>
    page.evaluate(`[...document.querySelectorAll(".poker-story-title")].map(({ value }) => value)`);
  const before = await titles(ben);
  await ada.getByRole("button", { name: "Move: Archive a project" }).focus();
  await ada.keyboard.press("Space");
  const announced = (position: number) =>
    ada.getByText(`is at position ${position} of ${before.length}.`).waitFor({ state: "attached" });
  await announced(before.length);
  await ada.keyboard.press("ArrowUp");
  await announced(before.length - 1);
  await ada.keyboard.press("Space");
  const moved = [...before.slice(0, -2), "Archive a project", before.at(-2)];
  await expect.poll(() => titles(ben)).toEqual(moved);
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(ben)).toEqual(before);

  await ben.getByLabel("Spectate").check();
  await ada.getByText("Spectating:").waitFor();
  await expect.poll(() => ben.getByRole("region", { name: "Your vote" }).count()).toBe(0);
  await expect.poll(() => ada.getByTestId("participant").count()).toBe(1);
  await areSound(journey, ada, ben);
});

test("planning poker in Vue: stories, hidden votes, and an accepted estimate", async () => {
  const [ada, ben] = await meet(journey, "planning-poker-vue");
  for (const title of ["Archive a project", "Restore a project"]) {
    await ada.getByLabel("New story").fill(title);
    await ada.keyboard.press("Enter");
  }
  await ben.getByRole("heading", { name: "Archive a project" }).waitFor();
  await vote(ada, "3").click();
  await ben.getByText("1 of 2 voted.").waitFor();
  const { ballots } = await storageOf("two-planning-poker-vue");
  expect(Object.values(ballots as object)).toMatchObject([{ card: "" }]);
  await vote(ben, "5").click();
  await ada.getByText("2 of 2 voted.").waitFor();
  await ada.getByRole("button", { name: "Reveal votes" }).click();
  for (const page of [ada, ben]) await page.getByText("3 to 5").waitFor();
  await areSound(journey, ada, ben);
  await ben.getByRole("button", { name: "5", exact: true }).click();
  await ada.getByRole("heading", { name: "Restore a project" }).waitFor();
  await ada.getByRole("button", { name: "Delete: Restore a project" }).click();
  await ben.getByText("No story is selected").waitFor();
  await ada.getByRole("button", { name: "Undo" }).click();
  await ben.getByRole("heading", { name: "Restore a project" }).waitFor();
  await areSound(journey, ada, ben);
});

test("connect four: two play, the others watch, and a rematch needs both players", async () => {
  const [ada, ben] = await meet(journey, "connect-four");
  const cleo = await journey.visit("/play/connect-four/?room=two-connect-four");
  await ada.getByRole("button", { name: "Play red" }).click();
  await ben.getByRole("button", { name: "Play yellow" }).click();
  await cleo.getByRole("region", { name: "Spectators" }).getByText("(you)").waitFor();
  await areSound(journey, ada, ben, cleo);

  const column = (page: Page, number: number) => page.getByRole("button", { name: `Column ${number}:` });
  const discs = (page: Page) => page.getByTestId("disc").count();
  const drop = async (page: Page, number: number) => {
    await page.getByText("Your turn.").waitFor();
    await column(page, number).click();
  };
  await drop(ada, 4);
  await ben.getByText("Your turn.").waitFor();
  await column(ben, 3).focus();
  await cleo.getByTestId("aimed").waitFor();
  await ben.keyboard.press("ArrowRight");
  await ben.keyboard.press("Enter");
  await expect.poll(() => column(ada, 4).getAttribute("aria-label")).toBe("Column 4: red, yellow");
  // Neither a spectator nor the player whose turn it is not can move.
  expect(await column(cleo, 1).getAttribute("aria-disabled")).toBe("true");
  expect(await column(ben, 1).getAttribute("aria-disabled")).toBe("true");

  for (const [page, number] of [
    [ada, 3],
    [ben, 3],
    [ada, 5],
    [ben, 5],
    [ada, 2],
  ] as const)
    await drop(page, number);
  await ada.getByText("You win.").waitFor();
  await cleo.getByText("1 win", { exact: true }).waitFor();
  await areSound(journey, ada, ben, cleo);

  await ada.getByRole("button", { name: "Rematch" }).click();
  await ada.getByText("Waiting for your opponent…").waitFor();
  expect(await discs(ben)).toBe(7);
  await ben.reload();
  await ben.getByRole("button", { name: "Rematch" }).click();
  await expect.poll(() => discs(cleo)).toBe(0);
  await drop(ben, 1);
  await ada.getByText("Your turn.").waitFor();
  await ben.getByRole("button", { name: "Leave the game" }).click();
  await cleo.getByRole("button", { name: "Play yellow" }).click();
  await ada.getByText("Your turn.").waitFor();
});

test("connect four: a seat that two users take at the same time has one player", async () => {
  const room = "/play/connect-four/?room=race-connect-four";
  const ada = await journey.visit(room);
  await ada.getByRole("button", { name: "Play red" }).waitFor();
  const ben = await journey.visit(room);
  await ada.getByTestId("other-avatar").waitFor();
  await journey.disconnect(ben);
  await ben.getByRole("button", { name: "Play red" }).click();
  await ben.getByRole("region", { name: "Red" }).getByText("(you)").waitFor();
  await ada.getByRole("button", { name: "Play red" }).click();
  await ada.getByText("Waiting for an opponent.").waitFor();
  await journey.reconnect(ben);
  await ben.getByRole("region", { name: "Spectators" }).getByText("(you)").waitFor();
  await ben.getByRole("button", { name: "Play yellow" }).click();
  await ada.getByText("Your turn.").waitFor();
  await areSound(journey, ada, ben);
});

test("slides: elements are dragged, typed and undone, and avatars show where the others are", async () => {
  const [ada, ben] = await meet(journey, "slides");
  const open = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  for (const page of [ada, ben]) await open(page, "Slide 2: What we shipped");
  await ada.getByTestId("thumbnail").nth(1).getByTestId("slide-avatar").waitFor();

  const comments = (page: Page) => page.getByRole("button", { name: "Rectangle: Comments", exact: true });
  const at = (page: Page) => comments(page).getAttribute("style");
  const before = await at(ben);
  const { x, y } = await centreOf(comments(ada));
  await ada.mouse.move(x, y);
  await ada.mouse.down();
  await ada.mouse.move(x - 40, y + 30, { steps: 5 });
  await ada.mouse.up();
  await expect.poll(() => at(ben)).not.toBe(before);
  await expect.poll(() => comments(ben).getAttribute("data-others")).toBe("true");
  await areSound(journey, ada, ben);
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await at(ben))?.includes("left: 65.625%")).toBe(true);

  await ben.getByRole("button", { name: "Text", exact: true }).click();
  await ben.getByRole("button", { name: "Text: New text" }).focus();
  await ben.keyboard.press("Enter");
  await ben.getByRole("textbox", { name: "Text of the text" }).fill("Thank you");
  await ben.keyboard.press("Escape");
  await ben.getByRole("button", { name: "Text: New text" }).focus();
  await ben.keyboard.press("Enter");
  await ben.getByRole("textbox", { name: "Text of the text" }).fill("Questions?");
  await ben.getByLabel("Speaker notes").fill("Thank the beta customers.");
  await ada.getByRole("button", { name: "Text: Questions?" }).waitFor();
  await ben.getByRole("button", { name: "Text: Questions?" }).focus();
  await expect.poll(() => ada.getByLabel("Speaker notes").inputValue()).toBe("Thank the beta customers.");
  await ben.keyboard.press("Delete");
  await expect.poll(() => ada.getByRole("button", { name: "Text: Questions?" }).count()).toBe(0);
  await areSound(journey, ada, ben);
});

test("slides: slides are added and moved by keyboard, and users follow the presenter", async () => {
  const [ada, ben] = await meet(journey, "slides");
  const slides = (page: Page): Promise<string[]> =>
    page.evaluate(`[...document.querySelectorAll(".thumbnail-open")].map((slide) => slide.getAttribute("aria-label"))`);
  await ada.getByRole("button", { name: "Slide 3: What is next", exact: true }).click();
  await ada.getByRole("button", { name: "Add slide" }).click();
  await ben.getByRole("button", { name: "Slide 4", exact: true }).waitFor();
  await ada.getByRole("button", { name: "Move: Slide 4" }).focus();
  await ada.keyboard.press("Space");
  await ada.getByText("is at position 4 of 4.").waitFor({ state: "attached" });
  await ada.keyboard.press("ArrowUp");
  await ada.getByText("is at position 3 of 4.").waitFor({ state: "attached" });
  await ada.keyboard.press("Space");
  await expect.poll(async () => (await slides(ben)).slice(2)).toEqual(["Slide 3", "Slide 4: What is next"]);
  await ada.getByRole("button", { name: "Delete slide" }).click();
  await expect.poll(async () => (await slides(ben)).slice(2)).toEqual(["Slide 3: What is next"]);

  await ada.getByRole("button", { name: "Slide 1: Quarterly review", exact: true }).click();
  await ada.getByRole("button", { name: "Present", exact: true }).click();
  await ben.getByRole("button", { name: "Follow" }).click();
  const presentation = ben.getByRole("dialog");
  await presentation.getByText("1 / 3").waitFor();
  await ada.getByText("1 following").waitFor();
  await ada.keyboard.press("ArrowRight");
  await presentation.getByText("2 / 3").waitFor();
  await ada.getByTestId("presenter-notes").waitFor();
  expect(await ben.getByTestId("presenter-notes").count()).toBe(0);
  await areSound(journey, ada, ben);
  await ada.keyboard.press("Escape");
  await presentation.waitFor({ state: "detached" });
  await ben.reload();
  await ben.getByRole("button", { name: "Slide 3: What is next", exact: true }).waitFor();
  await areSound(journey, ada, ben);
});

test("form builder: questions are edited, moved and undone, and the others see who edits which", async () => {
  const [ada, ben] = await meet(journey, "form-builder");
  const labels = (page: Page): Promise<string[]> =>
    page.evaluate(`[...document.querySelectorAll(".question-label")].map(({ value }) => value)`);
  await ben.getByRole("textbox", { name: "Question: Which day suits you?" }).focus();
  await ada.getByRole("region", { name: "Question: Which day suits you?" }).getByText("is editing").waitFor();
  await areSound(journey, ada, ben);

  // What someone is typing is not replaced by the edits of others.
  await ben.keyboard.press("ControlOrMeta+A");
  await ben.keyboard.type("Which days");
  await ada.getByRole("textbox", { name: "Question: Which day suits you?" }).fill("Which day is best?");
  await ada.keyboard.press("Enter");
  await ben.getByRole("region", { name: "Question: Which day is best?" }).waitFor();
  await ben.keyboard.type(" suit you?");
  await ben.keyboard.press("Enter");
  await expect.poll(async () => (await labels(ada))[1]).toBe("Which days suit you?");

  await ada.getByRole("button", { name: "Date", exact: true }).click();
  await ben.getByRole("textbox", { name: "Question: Date" }).waitFor();
  await ada.getByRole("button", { name: "Move: Date" }).focus();
  await ada.keyboard.press("Space");
  await ada.getByText("is at position 5 of 5.").waitFor({ state: "attached" });
  await ada.keyboard.press("ArrowUp");
  await ada.getByText("is at position 4 of 5.").waitFor({ state: "attached" });
  await ada.keyboard.press("Space");
  await expect.poll(async () => (await labels(ben))[3]).toBe("Date");
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await labels(ben))[4]).toBe("Date");
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await labels(ben)).length).toBe(4);
  await areSound(journey, ada, ben);
});

test("form builder: responses arrive in the results, where options keep their counts when they are renamed", async () => {
  const [ada, ben] = await meet(journey, "form-builder");
  await ada.getByRole("tab", { name: "Results" }).click();
  await ada.getByText("No responses yet.").waitFor();
  await ben.getByRole("tab", { name: "Fill in" }).click();
  await ada.getByTestId("on-fillIn").waitFor();
  await ben.getByRole("button", { name: "Submit" }).click();
  await ben.getByText("Choose an option.").waitFor();
  await areSound(journey, ada, ben);
  await ben.getByLabel("Wednesday").check();
  await ben.getByLabel("Roadmap").check();
  await ben.getByLabel("Hiring").check();
  await ben.getByRole("radio", { name: "4" }).check();
  await ben.getByRole("button", { name: "Submit" }).click();
  await ben.getByRole("heading", { name: "Response submitted" }).waitFor();
  await ada.getByText("1 response, the latest by").waitFor();
  await ada.getByText("1 of 1 answered, average 4").waitFor();

  const count = (page: Page, option: string) =>
    page.locator(".result-counts > div").filter({ hasText: option }).locator(".result-count").innerText();
  await expect.poll(() => count(ada, "Hiring")).toBe("1");
  await ben.getByRole("tab", { name: "Edit" }).click();
  await ben.getByRole("textbox", { name: "Option: Hiring" }).fill("New colleagues");
  await ben.keyboard.press("Enter");
  await expect.poll(() => count(ada, "New colleagues")).toBe("1");
  await areSound(journey, ada, ben);

  await ada.reload();
  await ada.getByRole("tab", { name: "Results" }).click();
  await expect.poll(() => count(ada, "Wednesday")).toBe("1");
  await ada.getByRole("button", { name: "Delete responses" }).click();
  await ada.getByText("No responses yet.").waitFor();
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => count(ada, "Wednesday")).toBe("1");
});
