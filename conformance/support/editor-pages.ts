import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { openBrowser } from "@weft/testkit/browser";
import type { Locator, Page } from "playwright-core";
import { rolldown } from "rolldown";
import type { Plugin } from "rolldown";
import { serveOnLoopback } from "./loopback-server.ts";
import { hungMs } from "./waiting.ts";

/** The editors that have a page in `editors/pages`, with the package whose copies of other SDK packages the page loads. */
const homes = {
  tiptap: "@liveblocks/react-tiptap",
  blocknote: "@liveblocks/react-tiptap",
  lexical: "@liveblocks/react-lexical",
} as const;

export type EditorName = keyof typeof homes;

/** Yjs warns of what this version of Lexical does with nodes that were deleted. */
const ownToLexical = "Invalid access: Add Yjs type to a document before reading data.";

export interface EditorPageOptions {
  readonly editor: EditorName;
  /** Where the server under test is. */
  readonly baseUrl: string;
  readonly roomId: string;
  /** Asks for a token of the user whose page it is. */
  readonly authorize: () => Promise<{ token: string }>;
}

/** A page with an editor in a room, of one user. */
export interface EditorPage {
  readonly page: Page;
  /** The editor itself. */
  readonly text: Locator;
  /** What the page reported to its console, of which there should be nothing. */
  readonly complaints: readonly string[];
  /** Loads the page again, and waits until the editor can be written to. */
  reload(): Promise<void>;
}

/** A browser, and an application of another origin than the server under test that shows editors in it. */
export interface EditorPages extends AsyncDisposable {
  /** Opens the page of an editor with a browser profile of its own, and waits until the editor can be written to. */
  open(options: EditorPageOptions): Promise<EditorPage>;
}

export async function openEditorPages(): Promise<EditorPages> {
  await using stack = new AsyncDisposableStack();
  const browser = await openBrowser();
  stack.defer(() => browser.close());
  const bundles = new Map<string, Promise<string>>();
  const server = await serveOnLoopback(async ({ url = "" }, response) => {
    const [, editor, script] = /^\/(\w+)(\.js)?$/u.exec(url) ?? [];
    const name = editor as EditorName;
    if (!(name in homes)) return void response.writeHead(404).end();
    if (script === undefined) {
      const body = `<!doctype html><meta charset="utf-8"><style>${await stylesOf(name)}</style><body><script src="/${name}.js"></script>`;
      return void response.writeHead(200, { "content-type": "text/html" }).end(body);
    }
    if (!bundles.has(name)) bundles.set(name, bundleOf(name));
    response.writeHead(200, { "content-type": "text/javascript" }).end(await bundles.get(name));
  });
  const { origin } = stack.use(server);

  const held = stack.move();
  return {
    async open({ editor, baseUrl, roomId, authorize }) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      page.setDefaultTimeout(hungMs);
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        const text = message.text();
        if (["error", "warning"].includes(message.type()) && text !== ownToLexical) complaints.push(text);
      });
      await page.exposeFunction("authorize", authorize);
      await page.addInitScript(`globalThis.pageOptions = ${JSON.stringify({ baseUrl, roomId })};`);
      await page.goto(`${origin}/${editor}`);
      const ready = () => page.locator("output", { hasText: "ready" }).waitFor();
      await ready();
      const reload = async () => {
        await page.reload();
        await ready();
      };
      return { page, text: page.locator("main [contenteditable=true]").first(), complaints, reload };
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Without its styles, the labels of carets would break the lines of an editor. */
async function stylesOf(editor: EditorName): Promise<string> {
  const own = createRequire(createRequire(import.meta.url).resolve(homes[editor]));
  const sheets = ["@liveblocks/react-ui/styles.css", `${homes[editor]}/styles.css`].map((name) => own.resolve(name));
  return (await Promise.all(sheets.map((sheet) => readFile(sheet, "utf8")))).join("\n");
}

async function bundleOf(editor: EditorName): Promise<string> {
  await using build = await rolldown({
    input: join(import.meta.dirname, "..", "editors", "pages", `${editor}.ts`),
    platform: "browser",
    plugins: [oneCopy(homes[editor])],
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    logLevel: "silent",
  });
  const { output } = await build.generate({ format: "iife" });
  return output[0].code;
}

/** A page loads one copy of each package of the SDK, as an application does that installs all of them in one version. */
function oneCopy(home: string): Plugin {
  const importer = createRequire(import.meta.url).resolve(home);
  return {
    name: "one-copy",
    resolveId: {
      filter: { id: /^@liveblocks\// },
      handler(id) {
        return this.resolve(id, importer);
      },
    },
  };
}
