import { cp, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";

export interface Application {
  /** The folder of the template. */
  readonly template: string;
  /** Where the application is created. */
  readonly folder: string;
  readonly serverUrl: string;
  readonly publicKey: string | undefined;
}

/** Copies a template into a folder, which does not exist or is empty, and writes its settings. */
export async function createApplication({ template, folder, serverUrl, publicKey }: Application): Promise<void> {
  const present = await readdir(folder).catch(() => []);
  if (present.length > 0) throw new Error(`${folder} is not empty. Choose another folder.`);
  await mkdir(folder, { recursive: true });
  await cp(template, folder, { recursive: true });
  await rename(join(folder, "_gitignore"), join(folder, ".gitignore"));
  const manifest = join(folder, "package.json");
  const described = JSON.parse(await readFile(manifest, "utf8")) as object;
  await writeFile(manifest, `${JSON.stringify({ ...described, name: packageNameOf(folder) }, null, 2)}\n`);
  const settings = await readFile(join(folder, ".env.example"), "utf8");
  await writeFile(join(folder, ".env"), withSettings(settings, serverUrl, publicKey));
}

/** A package name after the folder’s: lower-case letters, digits, dots and hyphens. */
export function packageNameOf(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/gu, "-")
    .replaceAll(/^[-.]+|[-.]+$/gu, "");
  return name === "" ? "weft-app" : name;
}

function withSettings(settings: string, serverUrl: string, publicKey: string | undefined): string {
  const located = settings.replace(/^VITE_WEFT_URL=.*$/mu, `VITE_WEFT_URL=${serverUrl}`);
  if (publicKey === undefined) return located;
  return located.replace(/^# VITE_WEFT_PUBLIC_KEY=.*$/mu, `VITE_WEFT_PUBLIC_KEY=${publicKey}`);
}
