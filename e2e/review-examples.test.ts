/** What two users do in the examples around comments: Ada on a desktop in the light theme, Ben on a phone in the dark. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { areSound, centreOf } from "./meet.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

/** Ada and Ben in a new room of an example with users. Ben joins when the room has its first threads, which `ready` waits for. */
async function meetAs(example: string, ready: (page: Page) => Promise<void>): Promise<[ada: Page, ben: Page]> {
  const address = `/play/${example}/?room=two-${example}`;
  const ada = await journey.visit(`${address}&as=ada`);
  await ready(ada);
  const ben = await journey.visit(`${address}&as=ben`, { device: "phone", theme: "dark" });
  await ready(ben);
  return [ada, ben];
}

/** Writes into the composer that is open, and sends. */
async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel("New comment").getByRole("textbox").pressSequentially(text);
  await page.keyboard.press("Enter");
}

test("code review: lines are commented, files viewed, threads resolved, and the change approved", async () => {
  const unresolved = (page: Page) => page.getByTestId("thread-count").innerText();
  const [ada, ben] = await meetAs("code-review", async (page) => {
    await expect.poll(() => page.getByTestId("line-thread").count()).toBe(4);
    await expect.poll(() => unresolved(page)).toBe("3");
  });
  const fileOf = (page: Page, path: string) => page.getByRole("region", { name: path, exact: true });
  const total = "src/cart/total.ts";

  // Ada drags over three lines. Ben sees her selection, then her thread.
  const lineOf = (line: number) => fileOf(ada, total).getByRole("button", { name: `Comment on added line ${line}` });
  await lineOf(14).scrollIntoViewIfNeeded();
  const [from, to] = [await centreOf(lineOf(14)), await centreOf(lineOf(16))];
  await ada.mouse.move(from.x, from.y);
  await ada.mouse.down();
  await ada.mouse.move(to.x, to.y, { steps: 4 });
  await expect.poll(() => fileOf(ben, total).locator("tr[data-others]").count()).toBe(3);
  await ada.mouse.up();
  await send(ada, "What about an empty cart?");
  const thread = fileOf(ben, total).getByRole("region", { name: "Lines 14–16" });
  await thread.getByText("What about an empty cart?").waitFor();
  await expect.poll(() => unresolved(ben)).toBe("4");

  // Ben comments on a line from the keyboard.
  const first = fileOf(ben, "src/cart/coupon.ts").getByRole("button", { name: "Comment on removed line 1" });
  await first.focus();
  await ben.keyboard.press("ArrowDown");
  await ben.keyboard.press("Shift+ArrowDown");
  await ben.keyboard.press("Enter");
  await send(ben, "Good to see this go.");
  await fileOf(ada, "src/cart/coupon.ts")
    .getByRole("region", { name: "Lines 2–3 before the change" })
    .getByText("Good to see this go.")
    .waitFor();

  // N and P go through the unresolved threads, and around.
  const focused = () => ada.evaluate("document.activeElement?.getAttribute('aria-label')");
  await ada.keyboard.press("n");
  expect(await focused()).toBe("Lines 2–3 before the change");
  await ada.keyboard.press("n");
  expect(await focused()).toBe("Line 4 before the change");
  await ada.keyboard.press("p");
  await ada.keyboard.press("p");
  expect(await focused()).toBe("Lines 14–16");

  await thread.getByRole("button", { name: "Resolve thread" }).click();
  await expect.poll(() => unresolved(ada)).toBe("4");
  await fileOf(ada, total).getByRole("region", { name: "Lines 14–16, resolved" }).waitFor();

  // A file that Ada has viewed is closed for her alone. Undo opens it.
  await fileOf(ada, total).getByLabel("Viewed").check();
  await expect.poll(() => fileOf(ada, total).getByRole("table").count()).toBe(0);
  await fileOf(ben, total).locator(".file-viewer").waitFor();
  expect(await fileOf(ben, total).getByRole("table").count()).toBe(1);
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => fileOf(ben, total).locator(".file-viewer").count()).toBe(0);
  await ada.getByRole("button", { name: "Redo" }).click();

  await ada.getByRole("button", { name: "Approve" }).click();
  await ben.getByRole("button", { name: "Request changes" }).click();
  for (const page of [ada, ben]) {
    await page.getByRole("status").getByText("Changes requested").waitFor();
    await expect.poll(() => page.getByTestId("verdict").count()).toBe(2);
  }
  await ben.getByRole("button", { name: "Undo" }).click();
  await ada.getByRole("status").getByText("Threads to resolve").waitFor();
  await areSound(journey, ada, ben);

  await ada.reload();
  await ada.getByTestId("verdict").getByText("approved").waitFor();
  await expect.poll(() => ada.getByTestId("viewed").innerText()).toBe("1 of 5 viewed");
  await expect.poll(() => unresolved(ada)).toBe("4");
});

test("video review: a moment is commented, others jump to it, and a user follows the playback of another", async () => {
  const [ada, ben] = await meetAs("video-review", (page) =>
    expect.poll(() => page.getByTestId("marker").count()).toBe(3),
  );
  const clock = (page: Page) => page.getByTestId("clock").innerText();
  const position = (page: Page) => page.getByRole("slider", { name: "Position" });

  await position(ada).fill("5000");
  await ada.locator("video").click({ position: { x: 160, y: 250 } });
  await send(ada, "Show the lighthouse for longer.");
  await ben.getByRole("button", { name: "Thread at 0:05" }).click();
  await expect.poll(() => clock(ben)).toBe("0:05 / 0:14");
  await ben.locator(".lb-floating-thread").getByText("Show the lighthouse for longer.").waitFor();
  await ben.keyboard.press("Escape");
  // The thread has a pin at its moment only.
  const pins = (page: Page) => page.getByTestId("pin").count();
  await expect.poll(() => pins(ada)).toBe(1);
  await position(ada).fill("11000");
  await expect.poll(() => pins(ada)).toBe(0);

  // Ben follows Ada: he seeks, plays and pauses with her.
  await ben.getByRole("button", { name: "Follow Ada" }).click();
  await expect.poll(() => clock(ben)).toBe("0:11 / 0:14");
  await ada.getByText("Ben Okafor follows your playback.").waitFor();
  await position(ada).fill("1000");
  await ada.getByRole("button", { name: "Play" }).click();
  await ben.getByRole("button", { name: "Pause" }).waitFor();
  await ada.getByRole("button", { name: "Pause" }).click();
  await ben.getByRole("button", { name: "Play" }).waitFor();
  await expect.poll(async () => (await position(ben).inputValue()) === (await position(ada).inputValue())).toBe(true);
  // His own seeking ends that.
  await position(ben).fill("9000");
  await ben.getByRole("button", { name: "Follow Ada" }).waitFor();

  await ada.getByRole("button", { name: "Thread at 0:05" }).click();
  await ada.locator(".lb-floating-thread").getByRole("button", { name: "Resolve thread" }).click();
  await expect.poll(() => ben.getByTestId("marker").count()).toBe(3);
  await ben.getByRole("button", { name: "Resolved 2" }).waitFor();
  await areSound(journey, ada, ben);

  await ben.reload();
  await ben.getByRole("button", { name: "Resolved 2" }).click();
  await ben.keyboard.press("n");
  await expect.poll(() => clock(ben)).toBe("0:05 / 0:14");
  await ben.locator(".lb-floating-thread").getByText("Show the lighthouse for longer.").waitFor();
});

test("PDF annotation: text is highlighted and commented, pins are placed, and others see the page", async () => {
  const [ada, ben] = await meetAs("pdf-annotation", async (page) => {
    await expect.poll(() => page.getByTestId("pin").count()).toBe(3);
    await page.getByText("a garden with forty beds").waitFor();
  });
  const highlights = (page: Page) => page.getByTestId("highlight").count();

  // Ada selects a line with the pointer.
  const line = await ada.getByText("a garden with forty beds").boundingBox();
  if (!line) throw new Error("The text is not on the page.");
  const drag = async (fromX: number, toX: number) => {
    await ada.mouse.move(line.x + fromX, line.y + line.height / 2);
    await ada.mouse.down();
    await ada.mouse.move(line.x + toX, line.y + line.height / 2, { steps: 4 });
    await ada.mouse.up();
  };
  await drag(1, 300);
  await ada.getByRole("button", { name: "Highlight", exact: true }).click();
  await expect.poll(() => highlights(ben)).toBe(1);
  await expect.poll(() => ben.locator(".mark[data-kind=highlight]").count()).toBe(1);
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => highlights(ben)).toBe(0);
  await ada.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => highlights(ben)).toBe(1);

  await drag(40, 200);
  await ada.getByRole("button", { name: "Comment", exact: true }).click();
  await send(ada, "Forty is not enough.");
  await expect.poll(() => ben.getByTestId("thread-count").innerText()).toBe("4");
  await ben.getByRole("button", { name: "Ada: Forty is not enough." }).click();
  await ben.locator(".lb-floating-thread").getByText("Forty is not enough.").waitFor();
  await ben.locator(".lb-floating-thread").getByRole("button", { name: "Resolve thread" }).click();
  await expect.poll(() => ada.getByTestId("thread-count").innerText()).toBe("3");
  await ben.keyboard.press("Escape");

  // Ben places a pin on another page from the keyboard. Ada sees the page he is on.
  await ben.getByRole("link", { name: "Page 3, 0 open threads" }).click();
  await ada.getByTestId("readers-3").getByText("B", { exact: true }).waitFor();
  await ben.getByRole("button", { name: "Pin", exact: true }).click();
  await ben.getByRole("button", { name: "Place the pin on page 3" }).focus();
  await ben.keyboard.press("Enter");
  await send(ben, "Who adds this up?");
  await ada.getByRole("link", { name: "Page 3, 1 open thread" }).waitFor();
  await areSound(journey, ada, ben);

  await ada.reload();
  await expect.poll(() => highlights(ada)).toBe(1);
  await ada.getByRole("button", { name: "Ben: Who adds this up?" }).waitFor();
});

test("spreadsheet with comments: threads move with their cells, and undo restores a deleted row", async () => {
  const [ada, ben] = await meetAs("spreadsheet-comments", (page) =>
    expect.poll(() => page.getByTestId("marker").count()).toBe(2),
  );
  const cell = (page: Page, name: string) => page.locator(`#${name}`);
  const text = (page: Page, name: string) => cell(page, name).innerText();
  const floating = (page: Page) => page.locator(".lb-floating-thread");
  await expect.poll(() => text(ben, "D7")).toBe("1,632");

  await cell(ada, "C5").click();
  await ada.keyboard.press("Control+Alt+m");
  await send(ada, "Only eight?");
  await cell(ben, "C5").getByTestId("marker").waitFor();
  await cell(ben, "C5").locator(".cell-owner").getByText("Ada").waitFor();

  // Ben inserts a row above: the cell, its thread, its owner and the formulas move with it.
  await cell(ben, "B2").click();
  await ben.getByRole("button", { name: "Insert row above" }).click();
  await cell(ada, "C6").getByTestId("marker").waitFor();
  await expect.poll(() => text(ada, "D8")).toBe("1,632");
  await cell(ada, "C6").getByTestId("marker").hover();
  await floating(ada).getByText("Only eight?").waitFor();
  await ada.keyboard.press("Escape");

  // Without its row, a thread is in the list alone. Undo brings the row back.
  await cell(ada, "C6").click();
  await ada.getByRole("button", { name: "Delete row 6" }).click();
  await ben.getByRole("button", { name: "Deleted row Ada: Only eight?" }).waitFor();
  // The row was an end of the range of the total.
  await expect.poll(() => text(ben, "D7")).toBe("#REF!");
  await ada.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => text(ben, "D8")).toBe("1,632");
  await cell(ben, "C6").getByTestId("marker").waitFor();

  await cell(ada, "B6").click();
  await ada.keyboard.type("20");
  await ada.keyboard.press("Enter");
  await expect.poll(() => text(ben, "D8")).toBe("1,680");

  await ben.getByRole("button", { name: "C6 Ada: Only eight?" }).click();
  await floating(ben).getByRole("button", { name: "Resolve thread" }).click();
  await expect.poll(() => ada.getByTestId("thread-count").innerText()).toBe("2");
  await ben.keyboard.press("Escape");
  await areSound(journey, ada, ben);

  await ben.reload();
  await ben.getByRole("button", { name: "Resolved 2" }).click();
  await cell(ben, "C6").getByTestId("marker").waitFor();
  await expect.poll(() => text(ben, "D8")).toBe("1,680");
});
