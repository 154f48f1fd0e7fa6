import { renderToStaticMarkup } from "react-dom/server";
import { contents } from "virtual:docs/contents";
import { components } from "./components.ts";

/** A page's text as HTML. No script of it ever reaches a browser. */
export async function renderArticle(route: string): Promise<string> {
  const load = contents[route];
  if (load === undefined) throw new Error(`${route} isn't a documentation page.`);
  const { default: Content } = await load();
  return renderToStaticMarkup(<Content components={components} />, { identifierPrefix: "article-" });
}
