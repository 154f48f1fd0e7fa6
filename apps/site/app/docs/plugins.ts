import type { Plugin, PluginOption, ViteDevServer } from "vite";
import { contentFolder, readPages } from "./catalogue/read-pages.ts";
import { redirects } from "./catalogue/redirects.ts";
import { framesOf } from "./catalogue/page-frame.ts";
import type { DocPage } from "./catalogue/page.ts";
import { staticFiles } from "./catalogue/static-files.ts";
import { treeOf } from "./catalogue/tree.ts";
import { treeModule } from "./tree-module.ts";
import { mdxCompiler } from "./mdx/compiler.ts";

/** What Vite needs to read the documentation's sources. */
export function contentPlugins(): PluginOption[] {
  return [documentation(), mdxCompiler()];
}

const printed = "virtual:docs/printed";

/**
 * The pages as modules (`virtual:docs/…`), and the files beside them.
 *
 *   content/**.mdx ──┐
 *                    ├─► pages ─► contents (text, drawn at build time)   frames   tree
 *   declarations ────┘        └─► x.md  llms.txt  sitemap.xml  search index
 */
function documentation(): Plugin {
  let pages: ReadonlyMap<string, DocPage> | undefined;
  const current = () => (pages ??= readPages());
  let isClient = true;

  return {
    name: "weft:docs",
    configResolved(config) {
      isClient = config.build.ssr === false;
    },
    resolveId(id) {
      // The compiler passes over ids that begin with a zero.
      if (id.startsWith(printed)) return id;
      return id.startsWith("virtual:docs/") ? `\0${id}` : undefined;
    },
    load(id) {
      if (id.startsWith(printed)) return current().get(id.slice(printed.length, -".mdx".length))!.body;
      if (!id.startsWith("\0virtual:docs/")) return undefined;
      const name = id.slice(1);
      switch (name) {
        case "virtual:docs/contents":
          return contentsModule(current());
        case "virtual:docs/frames":
          return `export const frames = ${JSON.stringify(Object.fromEntries(framesOf(current())))};`;
        case "virtual:docs/tree":
          return treeModule(treeOf(current().values()));
        default:
          return undefined;
      }
    },
    async generateBundle() {
      if (this.environment.name !== "client" || !isClient) return;
      for (const [fileName, source] of await filesBeside(current())) this.emitFile({ type: "asset", fileName, source });
    },
    configureServer(server) {
      server.watcher.add(contentFolder);
      const forget = (file: string) => {
        if (!file.startsWith(contentFolder)) return;
        pages = undefined;
        for (const module of modulesOf(server)) server.reloadModule(module).catch(() => {});
      };
      server.watcher.on("add", forget).on("change", forget).on("unlink", forget);
      server.middlewares.use((request, response, passOn) => {
        const path = request.url?.split("?")[0]?.slice(1) ?? "";
        if (!/^(docs.*\.(md|json)|llms(-full)?\.txt|sitemap\.xml|robots\.txt)$/.test(path)) return passOn();
        const answer = async () => {
          const text = (await filesBeside(current())).get(path);
          response.statusCode = text === undefined ? 404 : 200;
          response.setHeader("Content-Type", path.endsWith(".json") ? "application/json" : "text/plain; charset=utf-8");
          response.end(text);
        };
        return void answer().catch(passOn);
      });
    },
  };
}

function contentsModule(pages: ReadonlyMap<string, DocPage>): string {
  const entries = [...pages.values()].map(({ route, file }) => {
    const id = file ?? `${printed}${route}.mdx`;
    return `  ${JSON.stringify(route)}: () => import(${JSON.stringify(id)}),`;
  });
  return ["export const contents = {", ...entries, "};"].join("\n");
}

async function filesBeside(pages: ReadonlyMap<string, DocPage>): Promise<ReadonlyMap<string, string>> {
  const { prerenderedPaths } = await import("../prerender.ts");
  const addresses = prerenderedPaths().filter((path) => !redirects.has(path) && !/\.\w+$/.test(path));
  return staticFiles(pages, { addresses, origin: process.env["WEFT_SITE_URL"] });
}

function modulesOf({ moduleGraph }: ViteDevServer) {
  return [...moduleGraph.idToModuleMap.values()].filter(({ id }) => id?.includes("virtual:docs/"));
}
