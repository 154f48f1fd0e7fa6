import type { Browser, Page } from "playwright-core";

/**
 * Two people open this page, each with a profile of their own. They see each other by name, edit one list, and comment if the page
 * has components for that. Throws what their pages complained about.
 */
export async function visitByTwo(browser: Browser, url: string, hasComments: boolean): Promise<void> {
  const complaints: string[] = [];
  const open = async (name: string) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
    });
    await page.goto(url);
    // What is typed before React has hydrated the page would be lost.
    await page.getByText(/^Items: \d+$/u).waitFor();
    await page.getByLabel("Name", { exact: true }).fill(name);
    return page;
  };
  const addAs = async (page: Page, name: string, other: Page) => {
    await page.getByRole("button", { name: "Add", exact: true }).click();
    for (const each of [page, other]) await each.getByText(`from ${name}`, { exact: true }).waitFor();
  };
  try {
    const ada = await open("Ada");
    const ben = await open("Ben");
    await ada.getByText("Here: Ben", { exact: true }).waitFor();
    await ben.getByText("Here: Ada", { exact: true }).waitFor();
    await addAs(ada, "Ada", ben);
    await addAs(ben, "Ben", ada);
    const [first, second] = await Promise.all(
      [ada, ben].map((page) => page.getByRole("list", { name: "Items" }).getByRole("listitem").allInnerTexts()),
    );
    if (String(first) !== String(second)) throw new Error(`One sees ${String(first)}, the other ${String(second)}.`);
    if (hasComments) await commentByTwo(ada, ben);
    if (complaints.length > 0) throw new Error("The pages complained.");
  } catch (cause) {
    throw new Error(`${String(cause)}\n${complaints.join("\n")}`, { cause });
  } finally {
    for (const context of browser.contexts()) await context.close();
  }
}

/** One begins a thread, and the other answers. */
async function commentByTwo(ada: Page, ben: Page): Promise<void> {
  const composer = ada.getByRole("form", { name: "New thread" });
  await composer.getByRole("textbox").fill("Shall we ship?");
  await composer.getByRole("button", { name: "Send", exact: true }).click();
  const thread = ben.locator(".lb-thread", { hasText: "Shall we ship?" });
  await thread.getByRole("textbox").fill("We shall.");
  await thread.getByRole("textbox").press("Enter");
  await ada.locator(".lb-thread .lb-comment", { hasText: "We shall." }).waitFor();
  const radius = "getComputedStyle(document.querySelector('.lb-composer')).getPropertyValue('--lb-radius')";
  if ((await ada.evaluate(radius)) === "") throw new Error("The page has no styles of the components.");
}
