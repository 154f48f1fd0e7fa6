import { existsSync } from "node:fs";
import { cp, mkdir, readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export const repository = fileURLToPath(new URL("../", import.meta.url));

/**
 * `npm install` without a network: copies an application's dependencies, direct and transitive, from the packages that
 * are installed in this repository. `example` is the one that the application was copied from.
 */
export async function installFromRepository(
  example: string,
  app: string,
  except: readonly string[] = ["typescript"],
): Promise<void> {
  const { dependencies, devDependencies } = await manifestOf(app);
  // By default, types are checked with the repository's own compiler.
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !except.includes(name));
  for (const name of names) await install(name, join(repository, "examples", example), app, app);
}

/** Where Weft's own packages are as applications install them, without their scope. */
const packed = join(repository, "artifacts", "unpacked");

/** Installs the package `name` that a file in the folder `from` would find, at the top or, beside another version, in `user`. */
async function install(name: string, from: string, user: string, app: string): Promise<void> {
  const source = await find(name, from);
  // A package for another platform, or an optional one.
  if (source === null) return;
  const { version, dependencies, optionalDependencies, peerDependencies } = await manifestOf(source);
  const top = join(app, "node_modules", name);
  if (existsSync(top) && (await manifestOf(top)).version === version) return;
  const target = existsSync(top) ? join(user, "node_modules", name) : top;
  if (existsSync(target)) return;
  await mkdir(dirname(target), { recursive: true });
  const nested = join(source, "node_modules");
  await cp(source, target, { recursive: true, filter: (path) => path !== nested });
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    await install(needed, source, target, app);
}

async function find(name: string, from: string): Promise<string | null> {
  const own = join(packed, name.replace("@weft/", ""));
  if (name.startsWith("@weft/") && existsSync(own)) return own;
  for (let folder = from; folder.startsWith(repository.slice(0, -1)); folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return realpath(found);
  }
  return null;
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}
