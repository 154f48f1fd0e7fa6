/** What is done on the page of a scene before it is looked at. */
import type { AiProvider } from "@weft/testkit/ai-provider";
import type { Page } from "playwright-core";
import type { ScreenContent } from "./content.ts";

export interface Scene {
  /** Of its pictures. */
  readonly name: string;
  /** The scene of the page, where it has another name. */
  readonly of?: string;
  /** What is on the page when it is ready. */
  readonly shows: string;
  /** What has to be there before it is shown. */
  readonly before?: (stage: Stage) => Promise<unknown>;
  readonly act?: (stage: Stage) => Promise<unknown>;
}

export interface Stage {
  readonly page: Page;
  readonly content: ScreenContent;
  readonly provider: AiProvider;
  /** Creates a version of the text of an editor. */
  readonly createVersion: (editor: string) => Promise<void>;
}

const hover = async ({ page }: Stage, selector: string) => page.locator(selector).first().hover();
const press = async ({ page }: Stage, selector: string) => page.locator(selector).first().click();

/** Puts a question to the copilot, unless the chat has one. */
async function ask({ page }: Stage, text: string, answered: string): Promise<void> {
  const field = page.locator(".lb-ai-composer-editor");
  await page.locator(".lb-ai-chat-loading").waitFor({ state: "detached" });
  if ((await page.locator(".lb-ai-chat-user-message").count()) === 0) {
    await field.fill(text);
    await page.locator(".lb-ai-composer button:enabled").first().waitFor();
    await field.press("Enter");
  }
  await page.locator(answered).first().waitFor();
}

export const scenes: readonly Scene[] = [
  { name: "thread-open", shows: ".lb-attachment-preview" },
  { name: "thread-resolved", shows: ".lb-thread[data-resolved]" },
  { name: "thread-unread", shows: ".lb-thread-new-indicator" },
  { name: "thread-shortened", shows: ".lb-thread-show-more" },
  {
    name: "comment-menu",
    of: "thread-open",
    shows: ".lb-attachment-preview",
    act: (stage) => press(stage, ".lb-comment:last-of-type .lb-comment-actions [aria-haspopup=menu]"),
  },
  {
    name: "tooltip",
    of: "thread-resolved",
    shows: ".lb-thread",
    act: async (stage) => {
      await hover(stage, ".lb-comment-actions > .lb-button");
      await stage.page.locator("[role=tooltip]").waitFor();
    },
  },
  {
    name: "focus",
    of: "thread-resolved",
    shows: ".lb-thread",
    act: async ({ page }) => {
      for (let presses = 0; presses < 2; presses++) await page.keyboard.press("Tab");
      await page.locator("[role=tooltip]").waitFor();
    },
  },
  { name: "composer-empty", shows: ".lb-composer-editor" },
  { name: "composer-draft", shows: ".lb-composer-mention" },
  {
    name: "composer-mention",
    of: "composer-empty",
    shows: ".lb-composer-editor",
    act: async (stage) => {
      await press(stage, ".lb-composer-editor");
      await stage.page.keyboard.type("@");
      await stage.page.locator("[role=option]").first().waitFor();
    },
  },
  {
    name: "composer-emoji",
    of: "composer-empty",
    shows: ".lb-composer-editor",
    act: async (stage) => {
      await press(stage, ".lb-composer-editor-actions [aria-haspopup=dialog]");
      await stage.page.locator(".lb-emoji-picker-emoji").first().waitFor();
      // Where there is little room on one side, it is on the other one.
      await stage.page.waitForFunction("document.querySelector('.lb-emoji-picker').offsetHeight > 200");
    },
  },
  {
    name: "composer-attachments",
    of: "composer-empty",
    shows: ".lb-composer-editor",
    act: async ({ page }) => {
      await page.route(/attachments\/.*\/upload\/pending/u, () => {});
      await page.route(/attachments\/.*\/upload\/refused/u, (route) => route.fulfill({ status: 403, json: {} }));
      const files = [
        "launch-plan.pdf",
        "pending-with-a-name-that-is-longer-than-the-composer-is-wide.mov",
        "refused.zip",
      ];
      await page
        .locator("input[type=file]")
        .first()
        .setInputFiles(
          files.map((name) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.alloc(48_200) })),
        );
      await page.locator(".lb-composer-attachment[data-error]").waitFor();
      await page.locator(".lb-composer-attachment:not([data-error], [data-loading])").waitFor();
    },
  },
  {
    name: "composer-toolbar",
    of: "composer-draft",
    shows: ".lb-composer-mention",
    act: async (stage) => {
      await press(stage, ".lb-composer-editor");
      await stage.page.keyboard.press("ControlOrMeta+a");
      await stage.page.locator(".lb-composer-floating-toolbar").waitFor();
    },
  },
  { name: "floating-thread", shows: ".lb-floating-thread" },
  { name: "floating-composer", shows: ".lb-floating-composer" },
  { name: "comment-pins", shows: ".lb-comment-pin" },
  { name: "inbox", shows: ".lb-inbox-notification-list-item:nth-child(4) .lb-attachment-preview" },
  {
    name: "inbox-menu",
    of: "inbox",
    shows: ".lb-inbox-notification-list-item:nth-child(4) .lb-attachment-preview",
    act: async (stage) => {
      await hover(stage, ".lb-inbox-notification[data-unread]");
      await press(stage, ".lb-inbox-notification[data-unread] [aria-haspopup=menu]");
      await stage.page.locator("[role=menu]").waitFor();
    },
  },
  { name: "avatar-stack", shows: ".lb-avatar-stack-more" },
  { name: "cursors", shows: ".lb-cursors-cursor:nth-child(4)" },
  { name: "history", shows: ".lb-history-version-summary" },
  { name: "ai-empty", shows: ".empty" },
  {
    name: "ai-answer",
    shows: ".lb-ai-chat",
    act: (stage) => {
      const { content, provider } = stage;
      const pages = content.sources.map((title, index) => ({ title, url: `https://docs.example/${index}` }));
      provider.script([
        { reasoning: content.reasoning },
        { search: { id: "search_1", query: content.search, pages } },
        { text: content.answer },
        { cited: content.note, page: pages[0]! },
      ]);
      return ask(stage, content.question, ".lb-ai-chat-message-actions");
    },
  },
  {
    name: "ai-tool",
    shows: ".lb-ai-chat",
    act: (stage) => {
      const { content, provider } = stage;
      const call = { id: "call_1", name: "delete_file", arguments: '{"name":"draft-1.pdf"}' };
      provider.script([{ text: content.toolLead }, { call }]);
      return ask(stage, content.order, ".lb-ai-tool-confirmation .lb-button:enabled");
    },
  },
  {
    name: "ai-error",
    shows: ".lb-ai-chat",
    act: (stage) => {
      stage.provider.script({ fault: "rate" });
      return ask(stage, stage.content.order, ".lb-ai-chat-message-error");
    },
  },
  {
    name: "ai-compact",
    shows: ".lb-ai-chat",
    act: (stage) => {
      stage.provider.script([{ text: stage.content.toolLead }]);
      return ask(stage, stage.content.order, ".lb-ai-chat-message-actions");
    },
  },
];
