/** The text of another page, out of its HTML. */
export async function fetchArticle(route: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(route, { signal, headers: { Accept: "text/html" } });
  if (!response.ok) throw new Error(`${route} answered ${response.status}.`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const article = page.querySelector(`[data-article="${CSS.escape(route)}"]`);
  if (article === null) throw new Error(`${route} isn't a documentation page.`);
  return article.innerHTML;
}
