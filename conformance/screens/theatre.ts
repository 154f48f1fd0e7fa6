/** A browser that shows scenes of `@weft/react-ui`, with a server and a copilot behind them. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { defaultModel, openAiProvider } from "@weft/testkit/ai-provider";
import { openBrowser } from "@weft/testkit/browser";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { createCopilot } from "../support/chat-tabs.ts";
import { openLobby } from "../support/lobby.ts";
import { eventually } from "../support/eventually.ts";
import { bundleOf, stylesOf } from "../support/ui-pages.ts";
import { serveOnLoopback } from "../support/loopback-server.ts";
import { hungMs } from "../support/waiting.ts";
import { screenContent } from "./content.ts";
import type { ScreenLanguage } from "./content.ts";
import { enterOthers, furnishEditorRooms, furnishRoom } from "./furnished-room.ts";
import type { Scene } from "./scenes.ts";

const { resolve } = createRequire(import.meta.url);

export interface StageOptions {
  /** Also the id of its user. */
  readonly name: string;
  readonly language?: ScreenLanguage;
  /** Pixels of CSS. */
  readonly width?: number;
  /** Whether it is touched with fingers. */
  readonly isTouched?: boolean;
}

/** A window of the browser, and its user. */
export interface OpenStage {
  readonly page: Page;
  /** What the page reported to its console, of which there should be nothing. */
  readonly complaints: readonly string[];
  /** Shows a scene, and resolves when nothing moves. */
  readonly show: (scene: Scene) => Promise<void>;
  /** Changes between light and dark. */
  readonly light: (colorScheme: "light" | "dark") => Promise<void>;
  /** Changes the height of the window. */
  readonly resize: (height: number) => Promise<void>;
}

/** Of windows, in pixels of CSS. */
export const usualHeight = 800;

export interface Theatre extends AsyncDisposable {
  open(options: StageOptions): Promise<OpenStage>;
}

/** A copilot that thinks, and searches the web. */
const searching = {
  provider: "openai",
  providerModel: "gpt-5",
  providerOptions: { openai: { webSearch: {} } },
  compatibleProviderName: undefined,
  providerBaseUrl: undefined,
};

export async function openTheatre(): Promise<Theatre> {
  await using stack = new AsyncDisposableStack();
  const provider = stack.use(await openAiProvider());
  const lobby = stack.use(
    await openLobby({
      env: { ...defaultModel(provider), WEFT_AI_URLS: JSON.stringify({ openai: provider.urls.openai }) },
    }),
  );
  const copilot = await createCopilot(lobby.api, provider, searching);
  const browser = await openBrowser();
  stack.defer(() => browser.close());
  const [script, styles] = await Promise.all([bundleOf("ui-screens"), stylesOfScreens()]);
  const server = await serveOnLoopback(({ url }, response) => {
    if (url === "/page.js") return response.writeHead(200, { "content-type": "text/javascript" }).end(script);
    if (url !== "/") return response.writeHead(404).end();
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Components</title><style>${styles}</style><body><script src="/page.js"></script>`;
    response.writeHead(200, { "content-type": "text/html" }).end(page);
  });
  const { origin } = stack.use(server);

  const held = stack.move();
  return {
    async open({ name, language = "en", width = 720, isTouched = false }) {
      const content = screenContent[language];
      const roomId = await furnishRoom(lobby, name, language);
      await furnishEditorRooms(lobby, roomId, language);
      await enterOthers(lobby, roomId);
      const context = await browser.newContext({
        viewport: { width, height: usualHeight },
        deviceScaleFactor: 1.5,
        hasTouch: isTouched,
        isMobile: isTouched,
        reducedMotion: "reduce",
        locale: language,
        timezoneId: "UTC",
      });
      const page = await context.newPage();
      page.setDefaultTimeout(hungMs / 4);
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(message.text());
      });
      const authorize = async () => ({ token: await lobby.accessToken(name, { "*": ["*:write"] }) });
      await page.exposeFunction("authorize", authorize);
      const createVersion = async (editor: string) => {
        const id = `${roomId}-${editor}`;
        await eventually(async () => {
          expect(JSON.stringify(await lobby.api.getYjsDocument(id))).toContain(content.document.heading);
        });
        await lobby.api.createVersionHistorySnapshot(id);
      };
      const options = { baseUrl: lobby.server.url, roomId, language, userId: name, copilotId: copilot.id };
      await page.addInitScript(`globalThis.pageOptions = ${JSON.stringify(options)};`);
      await page.goto(`${origin}/`);
      await page.locator("output", { hasText: "ready" }).waitFor({ state: "attached" });
      return {
        page,
        complaints,
        async light(colorScheme) {
          await page.emulateMedia({ colorScheme });
          await atRest(page);
        },
        async resize(height) {
          if (page.viewportSize()!.height === height) return;
          await page.setViewportSize({ width, height });
          await atRest(page);
        },
        async show(scene) {
          await page.mouse.move(0, 0);
          const stage = { page, content, provider, createVersion };
          await scene.before?.(stage);
          await page.evaluate(`showScene("")`);
          await page.evaluate(`showScene(${JSON.stringify(scene.of ?? scene.name)})`);
          await page.locator(scene.shows).first().waitFor({ state: "attached" });
          await scene.act?.(stage);
          await atRest(page);
        },
      };
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Waits until fonts and pictures are loaded, and what moves and ends has ended. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    await document.fonts.ready;
    const pictures = Array.from(document.images, (image) => (image.loading = "eager", image.decode().catch(() => {})));
    await Promise.all(pictures);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.allSettled(document.getAnimations()
      .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
      .map((animation) => animation.finished));
  })()`);
}

/** Those of the packages, light and dark, and those of an application around them. */
async function stylesOfScreens(): Promise<string> {
  const [own, dark, application, blockNote] = await Promise.all([
    stylesOf(["react-ui", "react-tiptap", "react-blocknote", "react-lexical"]),
    readFile(join(import.meta.dirname, "../../packages/react-ui/src/styles/dark/media-query.css"), "utf8"),
    readFile(join(import.meta.dirname, "application.css"), "utf8"),
    readFile(resolve("@blocknote/core/style.css"), "utf8"),
  ]);
  const font = await readFile(resolve("@fontsource-variable/geist/files/geist-latin-wght-normal.woff2"));
  const face = `@font-face { font-family: Geist; font-weight: 100 900; src: url(data:font/woff2;base64,${font.toString("base64")}); }`;
  return [blockNote, own, dark, face, application].join("\n");
}
