/** What a bundler makes of a page that uses one of the client families, in the files that a browser would load. */
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rm } from "node:fs/promises";
import { rolldown } from "rolldown";

export type FamilyName = "official" | "weft";
const scopes: Readonly<Record<FamilyName, string>> = { official: "@liveblocks", weft: "@weft" };

export interface BuiltPage extends AsyncDisposable {
  /** The entry's name; the others are beside it. */
  readonly entry: string;
  readonly folder: string;
}

/** Bundles a module of this folder for browsers. In it, `family/client`, `family/react` and `family/react-tiptap` are
 * packages of the family. */
export async function buildPage(module: string, family: FamilyName): Promise<BuiltPage> {
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-page-"));
  await using build = await rolldown({
    input: join(import.meta.dirname, module),
    platform: "browser",
    // As bundlers of applications do: no one imports from a page, so that its entry may hold what later parts share with it.
    preserveEntrySignatures: false,
    tsconfig: false,
    resolve: {
      alias: Object.fromEntries(
        ["client", "react-tiptap", "react"].map((name) => [`family/${name}`, `${scopes[family]}/${name}`]),
      ),
    },
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    logLevel: "silent",
  });
  const { output } = await build.write({ dir: folder, format: "esm", minify: true });
  return {
    folder,
    entry: output[0].fileName,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

export interface PageServer extends AsyncDisposable {
  readonly port: number;
}

/**
 * Serves `/` with the page's entry, and its files. `answer` may answer other requests.
 *
 * @param settings what the page finds as `globalThis.settings`
 */
export async function servePage(
  page: BuiltPage,
  settings: () => object,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<PageServer & { readonly server: Server }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, "http://page.test").pathname;
    if (path === "/") {
      response.setHeader("Content-Type", "text/html");
      const script = `globalThis.settings = ${JSON.stringify(settings())}`;
      response.end(
        `<!doctype html><script>${script}</script><div id="root"></div><script type="module" src="/${page.entry}"></script>`,
      );
    } else if (path.endsWith(".js")) {
      response.setHeader("Content-Type", "text/javascript");
      response.end(readFileSync(join(page.folder, path)));
    } else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    server,
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
