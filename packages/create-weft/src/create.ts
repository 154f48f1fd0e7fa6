import { randomBytes } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";

export interface Application {
  /** The folder of the template. */
  readonly template: string;
  /** Where the application is created. */
  readonly folder: string;
  readonly serverUrl: string;
  /** A public key, or a secret key for an application with a back end of its own. */
  readonly key: string | undefined;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Copies a template into a folder, which does not exist or is empty, and writes its settings. */
export async function createApplication({ template, folder, serverUrl, key }: Application): Promise<void> {
  const present = await readdir(folder).catch(() => []);
  if (present.length > 0) throw new Error(`${folder} is not empty. Choose another folder.`);
  await mkdir(folder, { recursive: true });
  await cp(template, folder, { recursive: true });
  await rename(join(folder, "_gitignore"), join(folder, ".gitignore"));
  const manifest = join(folder, "package.json");
  const described = JSON.parse(await readFile(manifest, "utf8")) as Manifest;
  const dependencies = Object.fromEntries(
    Object.entries(described.dependencies).map(([name, version]) => [name, servedAt(serverUrl, name) ?? version]),
  );
  const named = { ...described, name: packageNameOf(folder), dependencies };
  await writeFile(manifest, `${JSON.stringify(named, null, 2)}\n`);
  const settings = await readFile(join(folder, ".env.example"), "utf8");
  await writeFile(join(folder, ".env"), withSettings(settings, serverUrl, key));
}

/** Where a server serves a package of Weft's own. */
function servedAt(serverUrl: string, name: string): string | undefined {
  if (!name.startsWith("@weft/")) return undefined;
  return new URL(`/packages/${name.slice("@weft/".length)}.tgz`, serverUrl).href;
}

/** A package name after the folder’s: lower-case letters, digits, dots and hyphens. */
export function packageNameOf(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/gu, "-")
    .replaceAll(/^[-.]+|[-.]+$/gu, "");
  return name === "" ? "weft-app" : name;
}

/** The settings of `.env.example` with those that are known. */
function withSettings(settings: string, serverUrl: string, key: string | undefined): string {
  const known: Readonly<Record<string, string | undefined>> = {
    VITE_WEFT_URL: serverUrl,
    WEFT_URL: serverUrl,
    [key?.startsWith("sk_") ? "WEFT_SECRET_KEY" : "VITE_WEFT_PUBLIC_KEY"]: key,
    SESSION_SECRET: randomBytes(32).toString("hex"),
  };
  return settings.replaceAll(/^(?:# )?(\w+)=.*$/gmu, (line, name: string) => {
    const value = known[name];
    return value === undefined ? line : `${name}=${value}`;
  });
}
