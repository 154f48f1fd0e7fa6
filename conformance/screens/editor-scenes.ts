/** What is done to the text editors of the pictures. */
import type { Page } from "playwright-core";
import type { Scene, Stage } from "./scenes.ts";

type Editor = "tiptap" | "lexical" | "blocknote";

const field = { tiptap: ".tiptap", lexical: ".editor-text [data-lexical-editor]", blocknote: ".bn-editor" } as const;
const mark = {
  tiptap: ".lb-tiptap-thread-mark",
  lexical: ".lb-lexical-thread-mark",
  blocknote: ".lb-tiptap-thread-mark",
} as const;

/** Resolves when the text has been written, and the threads beside it are there. */
async function isFurnished({ page }: Stage, editor: Editor): Promise<void> {
  await page.locator(mark[editor]).first().waitFor();
  if (page.viewportSize()!.width >= 600) await page.locator(".lb-thread").first().waitFor();
}

/** Selects the text that is commented on, as a user does with the keyboard and the mouse. */
async function select(stage: Stage, editor: Editor): Promise<void> {
  await isFurnished(stage, editor);
  const { page } = stage;
  await page.locator(field[editor]).first().click();
  await page.evaluate(`{
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(${JSON.stringify(mark[editor])}));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }`);
}

/** A button of the toolbar that is beside the selection. */
async function press(page: Page, editor: Editor, name: RegExp): Promise<void> {
  await page.locator(`.lb-${editor}-floating-toolbar`).getByRole("button", { name }).click();
}

const comment = /comment|تعليق/iu;
const ai = /AI|الذكاء/u;

async function ask(stage: Stage, editor: Editor): Promise<void> {
  await select(stage, editor);
  await press(stage.page, editor, ai);
  await stage.page.locator(".lb-ai-toolbar textarea").waitFor();
}

async function review(stage: Stage, editor: Editor): Promise<void> {
  await ask(stage, editor);
  await stage.page.locator(".lb-ai-toolbar textarea").fill(stage.content.document.prompt);
  await stage.page.keyboard.press("Enter");
  await stage.page.locator(".lb-ai-toolbar-actions").waitFor();
}

/** Text editors with their toolbars, threads, suggestions, versions and copilots. */
export const editorScenes: readonly Scene[] = [
  { name: "editor-tiptap", shows: ".tiptap", act: (stage) => isFurnished(stage, "tiptap") },
  { name: "editor-lexical", shows: "[data-lexical-editor]", act: (stage) => isFurnished(stage, "lexical") },
  { name: "editor-blocknote", shows: ".bn-editor", act: (stage) => isFurnished(stage, "blocknote") },
  {
    name: "editor-version",
    before: async (stage) => {
      await stage.page.evaluate(`showScene("editor-tiptap")`);
      await isFurnished(stage, "tiptap");
      await stage.createVersion("tiptap");
    },
    shows: ".lb-tiptap-version-text",
  },
  {
    name: "editor-toolbar",
    of: "editor-tiptap",
    shows: ".tiptap",
    act: async (stage) => {
      await select(stage, "tiptap");
      await stage.page.locator(".lb-tiptap-floating-toolbar").waitFor();
    },
  },
  {
    name: "editor-composer",
    of: "editor-tiptap",
    shows: ".tiptap",
    act: async (stage) => {
      await select(stage, "tiptap");
      await press(stage.page, "tiptap", comment);
      await stage.page.locator(".lb-portal .lb-composer-editor").waitFor();
    },
  },
  {
    name: "editor-thread",
    of: "editor-tiptap",
    shows: ".tiptap",
    act: async (stage) => {
      await isFurnished(stage, "tiptap");
      await stage.page.locator(mark.tiptap).first().click();
      await stage.page.locator(".lb-thread").first().waitFor();
    },
  },
  {
    name: "editor-mentions",
    of: "editor-tiptap",
    shows: ".tiptap",
    act: async (stage) => {
      await isFurnished(stage, "tiptap");
      await stage.page.locator(field.tiptap).click();
      await stage.page.keyboard.press("ControlOrMeta+End");
      await stage.page.keyboard.type(" @");
      await stage.page.locator("[role=option]").first().waitFor();
    },
  },
  { name: "editor-ai", of: "editor-tiptap", shows: ".tiptap", act: (stage) => ask(stage, "tiptap") },
  { name: "editor-ai-proposal", of: "editor-tiptap", shows: ".tiptap", act: (stage) => review(stage, "tiptap") },
  {
    name: "editor-ai-lexical",
    of: "editor-lexical",
    shows: "[data-lexical-editor]",
    act: (stage) => review(stage, "lexical"),
  },
];
