import type { AiToolResult } from "@weft/protocol";

const refused = "The relative URL must start with /docs or /dashboard";

export interface Navigation {
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** Called once the assistant has been answered. */
  readonly go: (href: string) => void;
}

/** Whether an address is of this site, and a page of the documentation or the dashboard. */
function permitted(url: URL | null, origin: string): url is URL {
  return url !== null && url.origin === origin && /^\/(docs|dashboard)(\/|$)/u.test(url.pathname);
}

/** Goes to a page, if it is one that may be gone to and that exists. */
export async function navigateTo(relativeUrl: string, { origin, fetch: ask, go }: Navigation): Promise<AiToolResult> {
  const target = relativeUrl.startsWith("/") ? URL.parse(relativeUrl, origin) : null;
  if (!permitted(target, origin)) return { error: refused };
  // A fragment is not sent, and a page is not asked for it.
  const address = target.pathname + target.search;
  let response = await ask(address, { method: "HEAD" });
  if (response.status === 405) response = await ask(address, { method: "GET" });
  if (!response.ok)
    return { error: `Failed to redirect, status code ${response.status}. Try again with different parameters.` };
  const arrived = response.redirected ? URL.parse(response.url) : target;
  if (!permitted(arrived, origin)) return { error: refused };
  const href = arrived.pathname + arrived.search + target.hash;
  // The answer leaves before the page does.
  setTimeout(() => go(href), 0);
  return { data: { navigatedTo: href }, description: "The user is now on that page." };
}
