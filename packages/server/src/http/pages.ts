import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Built examples lie beside the packages, each in its own `dist`. */
const examplesFolder = fileURLToPath(new URL("../../../../examples", import.meta.url));

/**
 * The temporary frame until the site exists: the gallery at `/`, and every example that has been built at
 * `/examples/<name>/`. Examples learn from `/examples/config.json` how to reach this server.
 */
export async function servePages(app: FastifyInstance, options: { readonly demoPublicKey?: string }): Promise<void> {
  // A socket path asked for without an upgrade (RFC 9110, 15.5.22).
  for (const path of ["/v7", "/v8"])
    app.get(path, (_request, reply) => reply.code(426).header("Upgrade", "websocket").send());

  app.get("/examples/config.json", (request, reply) =>
    reply.send({ publicKey: options.demoPublicKey ?? null, baseUrl: `${request.protocol}://${request.host}` }),
  );
  const built = existsSync(examplesFolder)
    ? readdirSync(examplesFolder).filter((name) => existsSync(join(examplesFolder, name, "dist", "index.html")))
    : [];
  let decorated = false;
  const serve = async (root: string, prefix: string) => {
    await app.register(fastifyStatic, {
      root,
      prefix,
      decorateReply: !decorated,
      cacheControl: true,
      maxAge: "1h",
      immutable: false,
    });
    decorated = true;
    // The router ignores trailing slashes, so the folder itself never reaches the wildcard above. The page is asked for
    // anew each time: it names its assets by content, and those of an older build are gone.
    app.get(prefix, (_request, reply) =>
      reply.header("Cache-Control", "no-cache").sendFile("index.html", root, { cacheControl: false }),
    );
  };
  for (const name of built)
    if (name !== "gallery") await serve(join(examplesFolder, name, "dist"), `/examples/${name}/`);
  if (built.includes("gallery")) {
    await serve(join(examplesFolder, "gallery", "dist"), "/examples/");
    app.get("/", (_request, reply) => reply.redirect("/examples/"));
  }
}
