import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openBrowser } from "@weft/testkit/browser";
import type { Page } from "playwright-core";
import { rolldown } from "rolldown";
import { serveOnLoopback } from "./loopback-server.ts";
import { hungMs } from "./waiting.ts";

export interface UiPageOptions {
  /** Where the server under test is. */
  readonly baseUrl: string;
  readonly roomId: string;
  /** Asks for a token of the user whose page it is. */
  readonly authorize: () => Promise<{ token: string }>;
}

export interface UiPage {
  readonly page: Page;
  /** What the page reported to its console, of which there should be nothing. */
  readonly complaints: readonly string[];
}

/** A browser, and an application that shows components of `@weft/react-ui` in it, or an editor of ours: a file of `editors/pages`. */
export interface UiPages extends AsyncDisposable {
  /** Opens it with a browser profile of its own, and waits until its room is connected. */
  open(options: UiPageOptions): Promise<UiPage>;
}

/**
 * @param packages whose styles the page has beside those of `@weft/react-ui`.
 */
export async function openUiPages(name: string, packages: readonly string[] = []): Promise<UiPages> {
  await using stack = new AsyncDisposableStack();
  const browser = await openBrowser();
  stack.defer(() => browser.close());
  const [script, styles] = await Promise.all([bundleOf(name), stylesOf(["react-ui", ...packages])]);
  const server = await serveOnLoopback(({ url }, response) => {
    if (url === "/page.js") return response.writeHead(200, { "content-type": "text/javascript" }).end(script);
    if (url !== "/") return response.writeHead(404).end();
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Page</title><style>${styles}</style><body><script src="/page.js"></script>`;
    response.writeHead(200, { "content-type": "text/html" }).end(page);
  });
  const { origin } = stack.use(server);

  const held = stack.move();
  return {
    async open({ baseUrl, roomId, authorize }) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const page = await context.newPage();
      page.setDefaultTimeout(hungMs);
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(message.text());
      });
      await page.exposeFunction("authorize", authorize);
      await page.addInitScript(`globalThis.pageOptions = ${JSON.stringify({ baseUrl, roomId })};`);
      await page.goto(`${origin}/`);
      await page.locator("output", { hasText: "ready" }).waitFor();
      return { page, complaints };
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** The style sheets of packages, with those that they import. */
export async function stylesOf(packages: readonly string[]): Promise<string> {
  const sheets = packages.map((name) =>
    join(import.meta.dirname, "..", "..", "packages", name, "src/styles/styles.css"),
  );
  return (await Promise.all(sheets.map(sheetOf))).join("\n");
}

async function sheetOf(file: string): Promise<string> {
  const sheet = await readFile(file, "utf8");
  const imported = [...sheet.matchAll(/@import "(?<path>[^"]+)";\n?/gu)].map(({ groups }) => groups?.["path"] ?? "");
  const { resolve } = createRequire(file);
  const parts = await Promise.all(
    imported.map((path) => sheetOf(path.startsWith(".") ? join(dirname(file), path) : resolve(path))),
  );
  return [...parts, sheet.replaceAll(/@import "[^"]+";\n?/gu, "")].join("\n");
}

export async function bundleOf(name: string): Promise<string> {
  await using build = await rolldown({
    input: join(import.meta.dirname, "..", "editors", "pages", `${name}.tsx`),
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    logLevel: "silent",
  });
  const { output } = await build.generate({ format: "iife", codeSplitting: false });
  return output[0].code;
}
