import { defaultModel, openAiProvider, promptOf } from "@weft/testkit/ai-provider";
import { whyNoCluster } from "@weft/testkit/cluster";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openClusterJourney } from "./journey.ts";

const without = await whyNoCluster();
if (without !== undefined) console.log(`Clusters are not tested: ${without}.`);

const text = (page: Page) => page.locator(".ProseMirror").first();
const threadWith = (page: Page, comment: string) => page.locator(".lb-thread").filter({ hasText: comment });
const chat = (page: Page) => page.getByRole("region", { name: "Copilot" });
const task = (page: Page, name: string) => page.getByRole("checkbox", { name });

async function commentOn(page: Page, line: string, comment: string): Promise<void> {
  await page.getByText(line).click({ clickCount: 3 });
  await page.locator(".bar").getByRole("button", { name: "Comment" }).click();
  const composer = page.locator(".lb-tiptap-floating-composer");
  await composer.getByRole("textbox").pressSequentially(comment);
  await composer.getByRole("button", { name: "Send" }).click();
  await composer.waitFor({ state: "detached" });
}

async function mention(page: Page, thread: string, reply: string): Promise<void> {
  await threadWith(page, thread).locator(".lb-comment-body").first().click();
  const composer = threadWith(page, thread).locator(".lb-thread-composer");
  const box = composer.getByRole("textbox");
  await box.click();
  await box.pressSequentially("@Ben");
  await expect.poll(() => page.locator("[role=listbox] [role=option]").allInnerTexts()).toEqual(["Ben Okafor"]);
  await page.keyboard.press("Enter");
  await box.pressSequentially(reply);
  await composer.getByRole("button", { name: "Reply" }).click();
}

async function add(page: Page, name: string): Promise<void> {
  await page.getByLabel("New task").fill(name);
  await page.keyboard.press("Enter");
}

async function ask(page: Page, question: string): Promise<void> {
  await chat(page).getByRole("textbox").fill(question);
  await chat(page).getByRole("button", { name: "Send" }).click();
}

test.skipIf(without !== undefined)(
  "people on three nodes share a list, a text, comments, an inbox and a chat, and go on when nodes are killed",
  async () => {
    await using provider = await openAiProvider();
    provider.answer = (request) => ({
      pieces: [{ text: request.streamed ? `You asked: ${promptOf(request).question}` : "A chat" }],
    });
    await using journey = await openClusterJourney({ env: defaultModel(provider) });
    const open = async (example: string, as: string) =>
      journey.visit(`/play/${example}/?room=together${as === "" ? "" : `&as=${as}`}`);

    const lists = [await open("todo-list", "")];
    await lists[0]!.locator(".connection[data-state=live]").waitFor();
    lists.push(await open("todo-list", ""), await open("todo-list", ""));
    for (const [index, page] of lists.entries()) await add(page, `task ${index}`);
    for (const page of lists) for (const index of lists.keys()) await task(page, `task ${index}`).waitFor();

    const ada = await open("text-comments", "ada");
    await ada.getByRole("heading", { name: "Launch plan: the mobile app" }).waitFor();
    const ben = await open("text-comments", "ben");
    await commentOn(ada, "Sign-in with passkeys", "Does this include tablets?");
    await threadWith(ben, "Does this include tablets?").waitFor();

    const chats = [await open("ai-chat", "ada")];
    await ask(chats[0]!, "Is it sunny?");
    await chat(chats[0]!).getByText("You asked: Is it sunny?").waitFor();
    chats.push(await chats[0]!.context().newPage());
    await chats[1]!.goto(chats[0]!.url());
    for (const page of chats) await chat(page).getByText("You asked: Is it sunny?").waitFor();
    await expect.poll(() => journey.nodesInUse()).toBe(3);

    await journey.killOwner("together");
    await add(lists[0]!, "after the first kill");
    for (const page of lists) await task(page, "after the first kill").waitFor();
    await task(lists[1]!, "task 0").click();
    for (const page of lists) await expect.poll(() => task(page, "task 0").isChecked()).toBe(true);

    await journey.killOwner("example-together.text-comments");
    await text(ben).getByText("Sign-in with passkeys").click();
    await ben.keyboard.press("End");
    await ben.keyboard.type(" And so does the text.");
    await text(ada).getByText("And so does the text.").waitFor();
    await mention(ada, "Does this include tablets?", " please check.");
    await threadWith(ben, "please check.").waitFor();
    await ben.getByRole("button", { name: /^Inbox/ }).click();
    await ben.getByRole("complementary", { name: "Inbox" }).getByText("please check.").waitFor();
    await ask(chats[1]!, "Is it windy?");
    for (const page of chats) await chat(page).getByText("You asked: Is it windy?").waitFor();

    // Everything is kept, and the node that is left serves all of it.
    await Promise.all([...lists, ada, ben, ...chats].map((page) => page.reload()));
    for (const page of lists) await task(page, "after the first kill").waitFor();
    await text(ada).getByText("And so does the text.").waitFor();
    await threadWith(ben, "please check.").waitFor();
    await chat(chats[0]!).getByText("You asked: Is it windy?").waitFor();
  },
);
