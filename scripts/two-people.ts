import type { Browser, Page } from "playwright-core";

/**
 * Two people open this page, each with a profile of their own. They see each other by name, and edit one list. Throws what their
 * pages complained about.
 */
export async function visitByTwo(browser: Browser, url: string): Promise<void> {
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
    await page.getByLabel("Name").fill(name);
    return page;
  };
  const addAs = async (page: Page, name: string, other: Page) => {
    await page.getByRole("button", { name: "Add" }).click();
    for (const each of [page, other]) await each.getByText(`from ${name}`, { exact: true }).waitFor();
  };
  try {
    const ada = await open("Ada");
    const ben = await open("Ben");
    await ada.getByText("Here: Ben", { exact: true }).waitFor();
    await ben.getByText("Here: Ada", { exact: true }).waitFor();
    await addAs(ada, "Ada", ben);
    await addAs(ben, "Ben", ada);
    const [first, second] = await Promise.all([ada, ben].map((page) => page.getByRole("listitem").allInnerTexts()));
    if (String(first) !== String(second)) throw new Error(`One sees ${String(first)}, the other ${String(second)}.`);
    if (complaints.length > 0) throw new Error("The pages complained.");
  } catch (cause) {
    throw new Error(`${String(cause)}\n${complaints.join("\n")}`, { cause });
  } finally {
    for (const context of browser.contexts()) await context.close();
  }
}
