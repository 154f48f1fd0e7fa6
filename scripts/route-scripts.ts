import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

interface Manifest {
  readonly entry: { readonly module: string; readonly imports: readonly string[] };
  readonly routes: Readonly<Record<string, ManifestRoute>>;
}

interface ManifestRoute {
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports?: readonly string[];
}

/**
 * The scripts that the routes drawn in the browser load beyond those that every page loads, by route pattern. Read from
 * the manifest that React Router writes for the browser.
 */
export async function routeScripts(client: string): Promise<Record<string, string[]>> {
  const assets = join(client, "assets");
  const [name] = (await readdir(assets)).filter((file) => /^manifest-.*\.js$/u.test(file));
  if (name === undefined) throw new Error(`There is no route manifest in ${assets}.`);
  const text = await readFile(join(assets, name), "utf8");
  const { entry, routes } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
  const everywhere = new Set([entry.module, ...entry.imports, ...scriptsOf(routes["root"]!)]);
  const scripts: Record<string, string[]> = {};
  for (const route of Object.values(routes)) {
    const chain: ManifestRoute[] = [];
    for (let at: ManifestRoute | undefined = route; at; at = routes[at.parentId ?? ""]) chain.unshift(at);
    const pattern = `/${chain.flatMap(({ path }) => (path ? [path] : [])).join("/")}`;
    if (!isDrawnInTheBrowser(pattern)) continue;
    const needed = new Set(chain.flatMap(scriptsOf).filter((script) => !everywhere.has(script)));
    // An index route and its layout share a pattern: the longer list is the route's.
    if (needed.size > (scripts[pattern]?.length ?? 0)) scripts[pattern] = [...needed];
  }
  return scripts;
}

function scriptsOf({ module, imports = [] }: ManifestRoute): string[] {
  return [module, ...imports];
}

function isDrawnInTheBrowser(pattern: string): boolean {
  return /^\/(dashboard|sign-in|sign-up|sign-out|forgot-password|reset-password|verify-email|accept-invitation)(\/|$)/u.test(
    pattern,
  );
}
