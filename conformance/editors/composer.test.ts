import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { openLobby } from "../support/lobby.ts";
import type { Lobby } from "../support/lobby.ts";
import type { UiPage, UiPages } from "../support/ui-pages.ts";
import { openUiPages } from "../support/ui-pages.ts";

const opened = new AsyncDisposableStack();
let lobby: Lobby;
let pages: UiPages;
beforeAll(async () => {
  lobby = opened.use(await openLobby());
  pages = opened.use(await openUiPages("ui-composer"));
});
afterAll(() => opened.disposeAsync());

const open = (roomId: string, userId: string) =>
  pages.open({
    baseUrl: lobby.server.url,
    roomId,
    authorize: async () => ({ token: await lobby.accessToken(userId, { "*": ["*:write"] }) }),
  });

const textOf = ({ page }: UiPage) => page.locator("main").getByRole("textbox");
/** What a user sees of what was sent, the newest last. */
const sentTo = async ({ page }: UiPage) =>
  (await page.locator("ol > li").allTextContents()).map((text) => JSON.parse(text) as unknown);
const paragraph = (...children: readonly object[]) => ({ type: "paragraph", children });

test("[UI60] a user writes, marks, mentions, pastes and attaches, and another one reads it", async () => {
  const roomId = await lobby.newRoom();
  const [ada, bob] = [await open(roomId, "ada"), await open(roomId, "bob")];
  const { page } = ada;
  const { keyboard } = page;
  const text = textOf(ada);
  const send = page.locator("main").getByRole("button", { name: "Send" });
  expect(await send.count()).toBe(0);
  await text.click();
  expect(await send.isDisabled()).toBe(true);

  await keyboard.type("Hello ");
  await keyboard.press("ControlOrMeta+b");
  await keyboard.type("bold");
  await keyboard.press("ControlOrMeta+b");
  await keyboard.type(" @ca");
  await page.getByRole("option", { name: "User carol" }).waitFor();
  expect(await text.getAttribute("aria-activedescendant")).toBe(
    await page.getByRole("option", { selected: true }).getAttribute("id"),
  );
  await keyboard.press("Enter");
  await page.locator(".lb-composer-mention", { hasText: "User carol" }).waitFor();
  await keyboard.type("see https://weft.example/docs.");
  await keyboard.press("Shift+Enter");
  await keyboard.type("@");
  await page.getByRole("option", { name: "Group engineers" }).click();
  await keyboard.type("!");
  await keyboard.press("Enter");
  const first = [
    paragraph(
      { text: "Hello " },
      { text: "bold", bold: true },
      { text: " " },
      { type: "mention", kind: "user", id: "carol" },
      { text: " see " },
      { type: "link", url: "https://weft.example/docs" },
      { text: "." },
    ),
    paragraph({ type: "mention", kind: "group", id: "engineers", userIds: ["bob", "carol"] }, { text: " !" }),
  ];
  await eventually(async () => expect(await sentTo(bob)).toEqual([first]));
  await eventually(async () => expect(await text.textContent()).toBe(""));

  await page
    .locator("main")
    .locator("input[type=file]")
    .setInputFiles({
      name: "log.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("It broke."),
    });
  await page.locator(".lb-composer-attachment", { hasText: "log.txt" }).waitFor();
  await eventually(async () => expect(await send.isEnabled()).toBe(true));
  await text.click();
  await keyboard.insertText("A log");
  await send.click();
  await bob.page.locator("ol > li[data-attachments='log.txt']").waitFor();
  expect(await page.locator(".lb-composer-attachment").count()).toBe(0);
  expect([...ada.complaints, ...bob.complaints]).toEqual([]);
});

test("[UI51] a mention is deleted as a whole, and everything can be undone and done again", async () => {
  const ada = await open(await lobby.newRoom(), "ada");
  const { keyboard } = ada.page;
  const text = textOf(ada);
  await text.click();
  await keyboard.type("Hi @bo");
  await ada.page.getByRole("option", { name: "User bob" }).waitFor();
  await keyboard.press("Tab");
  await eventually(async () => expect(await text.textContent()).toBe("Hi @User bob "));
  await keyboard.press("Backspace");
  await keyboard.press("Backspace");
  await eventually(async () => expect(await text.textContent()).toBe("Hi "));
  await keyboard.press("ControlOrMeta+z");
  await eventually(async () => expect(await text.textContent()).toContain("@User bob"));
  await keyboard.press("ControlOrMeta+Shift+z");
  await eventually(async () => expect(await text.textContent()).toBe("Hi "));
  await keyboard.type("there");
  await keyboard.press("Home");
  await keyboard.press("Shift+End");
  await keyboard.press("Delete");
  await eventually(async () => expect(await text.textContent()).toBe(""));
  await keyboard.press("ControlOrMeta+z");
  await eventually(async () => expect(await text.textContent()).toBe("Hi there"));
  expect(ada.complaints).toEqual([]);
});

test("[UI54] HTML is pasted with its marks, links and paragraphs, and a URL over text makes it a link", async () => {
  const ada = await open(await lobby.newRoom(), "ada");
  const { keyboard } = ada.page;
  const text = textOf(ada);
  const paste = (contents: Readonly<Record<string, string>>) =>
    text.evaluate((element: any, given) => {
      const { DataTransfer, ClipboardEvent } = element.ownerDocument.defaultView;
      const clipboardData = new DataTransfer();
      for (const [type, content] of Object.entries(given)) clipboardData.setData(type, content);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, contents);
  await text.click();
  await paste({
    "text/html": `<h1>Title</h1><p>Some <b>bold <i>and</i></b> <a href="https://a.example/">link</a></p><script>alert(1)</script><ul><li>One</li></ul>`,
    "text/plain": "x",
  });
  await keyboard.press("Shift+Enter");
  await keyboard.type("Docs");
  await keyboard.press("Shift+Home");
  await paste({ "text/plain": "https://docs.example" });
  await keyboard.press("End");
  await keyboard.press("Enter");
  await eventually(async () =>
    expect(await sentTo(ada)).toEqual([
      [
        paragraph({ text: "Title" }),
        paragraph(
          { text: "Some " },
          { text: "bold ", bold: true },
          { text: "and", bold: true, italic: true },
          { text: " " },
          { type: "link", url: "https://a.example/", text: "link" },
        ),
        paragraph({ text: "One" }),
        paragraph({ type: "link", url: "https://docs.example", text: "Docs" }),
      ],
    ]),
  );
  expect(ada.complaints).toEqual([]);
});

test("[UI62] selected text is marked with the toolbar, and an emoji is put where the caret is", async () => {
  const ada = await open(await lobby.newRoom(), "ada");
  const { page } = ada;
  const { keyboard } = page;
  await textOf(ada).click();
  await keyboard.type("Nice");
  await keyboard.press("ControlOrMeta+a");
  await page.getByRole("toolbar").getByRole("button", { name: "Bold" }).click();
  expect(await page.getByRole("toolbar").getByRole("button", { name: "Bold" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
  await keyboard.press("ArrowRight");
  await page.getByRole("toolbar").waitFor({ state: "detached" });
  await page.locator("main").getByRole("button", { name: "Add emoji" }).click();
  await page.getByRole("searchbox").fill("party pop");
  await page.getByRole("gridcell").getByRole("button", { name: "party popper" }).click();
  await keyboard.press("Enter");
  await eventually(async () => expect(await sentTo(ada)).toEqual([[paragraph({ text: "Nice🎉", bold: true })]]));
  expect(ada.complaints).toEqual([]);
});

test("[UI61] a floating composer closes when its comment is sent, or with Escape", async () => {
  const ada = await open(await lobby.newRoom(), "ada");
  const { page } = ada;
  const trigger = page.getByRole("button", { name: "Comment here" });
  await trigger.click();
  const composer = page.locator(".lb-floating-composer");
  await composer.getByRole("textbox").fill("From here");
  await page.keyboard.press("Enter");
  await composer.waitFor({ state: "detached" });
  await eventually(async () => expect(await sentTo(ada)).toEqual([[paragraph({ text: "From here" })]]));
  await trigger.click();
  await composer.getByRole("textbox").waitFor();
  await page.keyboard.press("Escape");
  await composer.waitFor({ state: "detached" });
  expect(ada.complaints).toEqual([]);
});

test("[UI63] composers, suggestions and the emoji picker are accessible", async () => {
  const ada = await open(await lobby.newRoom(), "ada");
  const { page } = ada;
  await page.addScriptTag({
    content: await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
  });
  const violations = () =>
    page.evaluate(
      `axe.run(document, { rules: { region: { enabled: false }, "page-has-heading-one": { enabled: false } } }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
    );
  await textOf(ada).click();
  await page.keyboard.type("@");
  await page.getByRole("option").first().waitFor();
  expect(await violations()).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("option").first().waitFor({ state: "detached" });
  await page.locator("main").getByRole("button", { name: "Add emoji" }).click();
  await page.getByRole("gridcell").first().waitFor();
  expect(await violations()).toEqual([]);
});
