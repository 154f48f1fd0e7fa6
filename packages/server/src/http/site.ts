/**
 * The pages: the built site at `/`, and every example that has been built at `/play/<name>/`.
 *
 * - Content is HTML from the build; pages that need a sign-in share one shell, rendered in the browser. The shell is
 *   sent with 404 if the page does not exist for the caller. Guides of the assistant are drawn in that shell, too.
 * - A page runs the scripts of this origin and its inline scripts that the build has hashed, and no others (S15).
 * - The tutorial's windows run code that their reader writes: that page may evaluate code, and is in return a sandbox
 *   without an origin, which can neither read this site nor act as the signed-in user.
 * - The shell is sent compressed, with the scripts of the page's route named in a `Link` header, so that the browser
 *   loads them together and not one after the other.
 * - `create-weft`, which copies an example, is at `/packages/`: `npx` runs it from there, and not from a registry, where its
 *   name is not ours. So are the packages of Weft's own client family, where they are built (`served-packages.ts`).
 * - An asset's name includes a hash of its content, so it never goes stale; pages are revalidated each time.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { Readable } from "node:stream";
import fastifyStatic from "@fastify/static";
import { demoPeople, isStorable } from "@weft/protocol";
import type { AiGuide } from "@weft/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { repository } from "../repository.ts";
import { readServedPackages, refusedPackage, versionedPath } from "./served-packages.ts";
import { acceptedEncodings } from "./accepted-encodings.ts";
import { cutIntoPieces } from "./route.ts";
import { openRoutePreloads } from "./route-preloads.ts";
import type { RoutePreloads } from "./route-preloads.ts";
import { openAddressedFile } from "./site-page.ts";
import type { AddressedFile } from "./site-page.ts";
import { openShell } from "./site-shell.ts";
import type { EncodedShell, Shell } from "./site-shell.ts";

/** Built examples are beside the packages, each in its own `dist`. */
const examplesFolder = join(repository, "examples");
/** The packed `create-weft` and its description. */
const packagesFolder = join(repository, "packages", "create-weft", "build");
/** The packed packages of Weft's own client family, where they were built: `npm run pack`. */
const familyFolder = join(repository, "artifacts", "packages");
/** Where both are served. */
const packagesPath = "/packages";
/** The output folder of the site's build. */
export const siteFolder = join(repository, "apps", "site", "build", "client");

/** Files that contain the server's address, which is unknown at build time, and their types. */
const addressed: ReadonlyMap<string, string> = new Map([
  ["sitemap.xml", "application/xml; charset=utf-8"],
  ["rss.xml", "application/xml; charset=utf-8"],
  ["robots.txt", "text/plain; charset=utf-8"],
  ["llms.txt", "text/markdown; charset=utf-8"],
  ["llms-full.txt", "text/markdown; charset=utf-8"],
]);

export interface SiteOptions {
  /** The address under which users reach this server. */
  readonly publicUrl: string;
  readonly demoPublicKey?: string;
  /** Whether copilots of the demo project are answered by a language model unless they bring their own. */
  readonly hasModel: boolean;
  /** Whether users reach this server by https: answers then carry `Strict-Transport-Security`. */
  readonly secure: boolean;
  /** Whether a page of the dashboard exists for the caller. */
  readonly pageExists: (path: string, request: FastifyRequest) => Promise<boolean>;
  /** The guide of a slug, if there is one. */
  readonly findGuide: (slug: string) => Promise<Pick<AiGuide, "title" | "description"> | undefined>;
  /** Pages of the site that the operator has elsewhere, by their paths. */
  readonly elsewhere?: Readonly<Record<string, string | undefined>>;
  /** The folder of the built site. Defaults to the build's output folder. */
  readonly folder?: string;
  /** The folder of the examples, each of which is built in its own `dist`. Defaults to the one of the repository. */
  readonly examples?: string;
  /** The folder of the packages that this server serves. Defaults to the build's output folder. */
  readonly packages?: string;
}

/** Where the shell is served only if the page exists for the caller, and nothing is prerendered. */
const dashboardPath = "/dashboard";
/** Where the shell is served to everyone. */
const shellPaths = [
  "/sign-in",
  "/sign-up",
  "/sign-out",
  "/forgot-password",
  "/reset-password",
  "/verify-email",
  "/accept-invitation",
] as const;

/** The example that runs code that it receives. */
const sandbox = "tutorial-runner";

/** The content policy of a page, with what the examples need: editors write their own style sheets. */
function policy(
  inlineScripts: readonly string[],
  { framedBy, sandboxed }: Pick<Placing, "framedBy" | "sandboxed">,
): string {
  return [
    ...(sandboxed ? ["sandbox allow-scripts allow-forms"] : []),
    "default-src 'self'",
    `script-src 'self'${sandboxed ? " 'unsafe-eval'" : ""}${inlineScripts.map((hash) => ` '${hash}'`).join("")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${sandboxed ? "'none'" : "'self'"}`,
    `frame-ancestors ${framedBy}`,
  ].join("; ");
}

/** The built pages; a server without a site still serves its API. */
export function openSitePages(options: SiteOptions): SitePages {
  return new Pages(options);
}

/** How a page is placed: its frame, its sandbox. */
interface Placing {
  readonly prefix: string;
  /** The origins that may frame it. */
  readonly framedBy: "'none'" | "'self'";
  /** Whether it may evaluate code, and has no origin. */
  readonly sandboxed: boolean;
}

/** A file that the build has made. */
interface BuiltFile {
  readonly root: string;
  /** Its path below `root`. */
  readonly file: string;
  /** The path under which it is served. */
  readonly url: string;
  /** Whether this path never has other content. */
  readonly isLasting: boolean;
  readonly placing: Placing;
  readonly isPage: boolean;
  /** The name of its route in metrics. */
  readonly page: string;
  /** Its content with the server's address in it, once it was asked for. */
  addressed: Promise<AddressedFile> | undefined;
}

type Strategy = Parameters<FastifyInstance["addConstraintStrategy"]>[0];
/** What the router calls for a route. */
type Handler = NonNullable<ReturnType<ReturnType<Strategy["storage"]>["get"]>>;

const ofSite: Placing = { prefix: "", framedBy: "'none'", sandboxed: false };

export interface SitePages {
  /** Whether the site is built. */
  readonly hasShell: boolean;
  /** Adds a route for every page to an application that does not listen yet. */
  addTo(app: FastifyInstance): Promise<void>;
  /** Answers a browser's request for an unknown page with the 404 page; false if there is none. */
  notFound(request: FastifyRequest, reply: FastifyReply): boolean;
}

const shellFile = "__spa-fallback.html";

class Pages implements SitePages {
  readonly #options: SiteOptions;
  readonly #inlineScripts: Readonly<Record<string, readonly string[]>>;
  /** By path. There are many, and few are asked for: a route for each would take longer than anything else at the start. */
  readonly #files = new Map<string, BuiltFile>();
  readonly #shell: Shell | undefined;
  readonly #preloads: RoutePreloads;

  constructor(options: SiteOptions) {
    this.#options = options;
    const { folder = siteFolder } = options;
    const hashes = join(folder, "csp.json");
    this.#inlineScripts = existsSync(hashes)
      ? (JSON.parse(readFileSync(hashes, "utf8")) as Record<string, readonly string[]>)
      : {};
    this.#shell = openShell(join(folder, shellFile));
    this.#preloads = openRoutePreloads(join(folder, "preloads.json"));
  }

  get hasShell(): boolean {
    return this.#shell !== undefined;
  }

  async addTo(app: FastifyInstance): Promise<void> {
    // A socket path requested without an upgrade (RFC 9110, 15.5.22).
    for (const path of ["/v7", "/v8", "/ai/v7"])
      app.get(path, (_request, reply) => reply.code(426).header("Upgrade", "websocket").send());
    await app.register(fastifyStatic, { root: repository, serve: false, preCompressed: true });
    const { demoPublicKey: publicKey = null, hasModel, folder = siteFolder } = this.#options;
    app.get("/play/config.json", (request, reply) =>
      reply.send({ publicKey, baseUrl: `${request.protocol}://${request.headers.host}`, people: demoPeople, hasModel }),
    );
    const { examples = examplesFolder } = this.#options;
    for (const name of existsSync(examples) ? readdirSync(examples) : []) {
      const root = join(examples, name, "dist");
      if (existsSync(join(root, "index.html")))
        this.#addFiles(root, { prefix: `/play/${name}`, framedBy: "'self'", sandboxed: name === sandbox });
    }
    this.#addPackages(app);
    if (existsSync(join(folder, "index.html"))) this.#addFiles(folder, ofSite);
    this.#routeFiles(app);
    if (this.hasShell) this.#addGuides(app);
    if (this.hasShell)
      for (const path of [dashboardPath, ...shellPaths])
        for (const url of [path, `${path}/*`])
          app.route({
            method: ["GET", "HEAD"],
            url,
            config: { page: `${path}/*` },
            handler: (request, reply) =>
              path === dashboardPath ? this.#dashboard(request, reply) : this.#sendShell(request, reply),
          });
  }

  #addGuides(app: FastifyInstance): void {
    app.route<{ Params: { slug: string } }>({
      method: ["GET", "HEAD"],
      url: "/docs/guides/ai/:slug",
      config: { page: "/docs/guides/ai/*" },
      handler: async (request, reply) => {
        const { slug } = request.params;
        const guide = isStorable(slug) ? await this.#options.findGuide(slug) : undefined;
        if (guide === undefined) return this.#sendShell(request, reply.code(404));
        return this.#sendShell(request, reply, this.#shell!.with(guide));
      },
    });
  }

  /** Serves each file at its own address, and a folder's page at the folder's. */
  #addFiles(root: string, placing: Placing): void {
    const { prefix } = placing;
    for (const file of filesIn(root)) {
      const path = `${prefix}/${file}`;
      const isPage = file.endsWith(".html");
      if (isPage && !/(^|\/)index\.html$/.test(file)) continue;
      const url = isPage ? path.slice(0, -"/index.html".length) || "/" : path;
      const page = prefix === "" ? (isPage ? "/{page}" : "/{asset}") : `${prefix}/*`;
      const isLasting = !isPage && url.includes("/assets/");
      this.#files.set(url, { root, file, url, isLasting, placing, isPage, page, addressed: undefined });
    }
  }

  /** The addresses of packages. What is not at one of them is an error and no page: installers ask for it. */
  #addPackages(app: FastifyInstance): void {
    const { packages } = this.#options;
    const folders = packages === undefined ? [packagesFolder, familyFolder] : [packages];
    for (const folder of folders) if (existsSync(folder)) this.#addFiles(folder, { ...ofSite, prefix: packagesPath });
    const served = folders.flatMap(readServedPackages);
    for (const each of served) {
      const file = this.#files.get(each.path);
      const url = versionedPath(each);
      if (file !== undefined) this.#files.set(url, { ...file, url, isLasting: true });
    }
    const page = `${packagesPath}/*`;
    app.route({
      method: ["GET", "HEAD"],
      url: page,
      config: { page },
      handler: (request, reply) => {
        const path = pathOf(request.raw.url ?? "/");
        const file = this.#files.get(path);
        if (file === undefined) throw refusedPackage(path, served);
        return this.#sendFile(file, request, reply);
      },
    });
  }

  /** One route for each name in metrics. It matches the addresses of its files, and no others. */
  #routeFiles(app: FastifyInstance): void {
    const fileOf = (url = "/") => this.#files.get(pathOf(url));
    app.addConstraintStrategy({
      name: "builtFile",
      storage() {
        const handlers = new Map<unknown, Handler>();
        return {
          get: (page) => handlers.get(page) ?? null,
          set: (page, handler) => void handlers.set(page, handler),
        };
      },
      deriveConstraint: ({ url }) => fileOf(url)?.page,
      validate() {},
    });
    const isPackage = (file: BuiltFile) => file.placing.prefix === packagesPath;
    const files = this.#files.values().filter((file) => !isPackage(file));
    // A router takes 31 routes of one address, and there are more examples.
    const prefixes = new Map(files.map(({ page, placing }) => [page, placing.prefix]));
    for (const [page, prefix] of prefixes)
      for (const url of prefix === "" ? ["/*"] : [prefix, `${prefix}/*`])
        app.route({
          method: ["GET", "HEAD"],
          url,
          constraints: { builtFile: page },
          config: { page },
          handler: (request, reply) => this.#sendFile(fileOf(request.raw.url)!, request, reply),
        });
  }

  #sendFile(built: BuiltFile, request: FastifyRequest, reply: FastifyReply) {
    const { root, file, url, isLasting, placing, isPage } = built;
    const isOfSite = placing.prefix === "";
    const elsewhere = isOfSite ? this.#options.elsewhere?.[url] : undefined;
    if (elsewhere !== undefined) return reply.redirect(elsewhere);
    void reply
      .headers(this.#headersOf(isPage ? `/${file}` : undefined, placing))
      .header("Cache-Control", isLasting ? "public, max-age=31536000, immutable" : "no-cache");
    if (file.endsWith(".md")) void reply.type("text/markdown; charset=utf-8");
    const type = isOfSite ? (isPage ? "text/html; charset=utf-8" : addressed.get(file)) : undefined;
    if (type === undefined) return reply.sendFile(file, root, { cacheControl: false });
    built.addressed ??= openAddressedFile(join(root, file), isPage ? "page" : "file", this.#options.publicUrl);
    // A file that could not be read is tried again with the next request.
    return built.addressed.then(
      (opened) => sendAddressed(request, reply.type(type), opened),
      (cause: unknown) => {
        built.addressed = undefined;
        throw cause;
      },
    );
  }

  async #dashboard(request: FastifyRequest, reply: FastifyReply) {
    const path = request.url.split(/[?#]/, 1)[0]!;
    const exists = await this.#options.pageExists(path, request);
    return this.#sendShell(request, reply.code(exists ? 200 : 404));
  }

  notFound(request: FastifyRequest, reply: FastifyReply): boolean {
    const wantsPage = /\btext\/html\b/.test(request.headers.accept ?? "");
    if (!wantsPage || (request.method !== "GET" && request.method !== "HEAD")) return false;
    if (/^\/(v\d+|internal|health|metrics|files|play)(\/|\?|$)/.test(request.url)) return false;
    if (!this.hasShell) return false;
    this.#sendShell(request, reply.code(404));
    return true;
  }

  #sendShell(request: FastifyRequest, reply: FastifyReply, shell: EncodedShell = this.#shell!) {
    const { body, encoding } = shell.as(request.headers["accept-encoding"]);
    const path = request.url.split(/[?#]/, 1)[0]!;
    const links = this.#preloads.of(path).map((script) => `<${script}>; rel=modulepreload`);
    if (encoding !== undefined) void reply.header("Content-Encoding", encoding);
    if (links.length > 0) void reply.header("Link", links.join(", "));
    return reply
      .headers(this.#headersOf(`/${shellFile}`, ofSite))
      .header("Cache-Control", "no-cache")
      .header("Vary", "Accept-Encoding")
      .type("text/html; charset=utf-8")
      .send(inPieces(body, reply));
  }

  #headersOf(page: string | undefined, placing: Placing): Record<string, string> {
    const headers: Record<string, string> = { "X-Content-Type-Options": "nosniff" };
    // A page without an origin requests scripts and fonts cross-origin.
    if (placing.sandboxed) headers["Access-Control-Allow-Origin"] = "*";
    if (page === undefined) return headers;
    headers["Content-Security-Policy"] = policy(
      placing.framedBy === "'none'" ? (this.#inlineScripts[page] ?? []) : [],
      placing,
    );
    headers["Referrer-Policy"] = "strict-origin-when-cross-origin";
    if (this.#options.secure) headers["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains";
    return headers;
  }
}

/** The path of a request as the router compares it. */
function pathOf(url: string): string {
  const [path = "/"] = url.split(/[?#]/, 1);
  const plain = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  if (!plain.includes("%")) return plain;
  try {
    return decodeURI(plain);
  } catch {
    return plain;
  }
}

function sendAddressed(request: FastifyRequest, reply: FastifyReply, file: AddressedFile) {
  void reply.header("ETag", file.etag).header("Vary", "Accept-Encoding");
  if (request.headers["if-none-match"]?.includes(file.etag)) return reply.code(304).send();
  const acceptsBrotli = acceptedEncodings(request.headers["accept-encoding"]).has("br");
  if (acceptsBrotli) void reply.header("Content-Encoding", "br");
  return reply.send(inPieces(acceptsBrotli ? file.compressed : file.plain, reply));
}

/** Bytes that all answers share: each holds the piece that its reader takes next. */
function inPieces(bytes: Buffer, reply: FastifyReply): Readable | Buffer {
  const pieces = cutIntoPieces(bytes);
  if (pieces.length <= 1) return bytes;
  void reply.header("Content-Length", bytes.length);
  return Readable.from(pieces, { objectMode: false });
}

/** Paths of the files in a folder and below it, with slashes, without hidden files and compressed copies. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !entry.name.startsWith(".") && !/\.(br|gz)$|^(csp|preloads)\.json$/.test(entry.name),
    )
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, "/"),
    );
}
