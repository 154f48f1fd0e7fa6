import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

interface LockedPackage {
  readonly version?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly inBundle?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
const own = Object.entries(packages).filter(([path]) => !path.includes("node_modules/"));

/** Licenses that allow installing a package, and serving what was built from it. */
const allowedLicences = new Set([
  "(AFL-2.1 OR BSD-3-Clause)",
  "(MIT AND Zlib)",
  "(MIT OR GPL-3.0-or-later)",
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT AND ISC AND BSD-3-Clause",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
]);

/** Packages whose manifest names its licence in the old way, or only in its README: MIT or BSD, all of them. */
const readByHand = new Set(["busboy", "duck", "format", "humanize-number", "only", "streamsearch"]);

const maxRuntimeDependencies = 40;

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Whether Node would find `name` from the package at `path`, among what the lock file holds. */
function isLocked(path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    if (packages[folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`] !== undefined) return true;
    if (folder === "") return false;
  }
}

test("[S12] the lock file holds the packages of every platform, each with its hash", () => {
  const missing = installed.flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(path, name))
      .map((name) => `${name} of ${path}`),
  );
  expect(missing).toEqual([]);
  // What a package carries in its own archive is covered by the hash of that archive.
  const unhashed = installed.filter(([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith("sha512-"));
  expect(unhashed.map(([path]) => path)).toEqual([]);
  // An address would tie an install to one registry; a git or file address would not be checked by a hash at all.
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

test("[S12] every version is exact", () => {
  const loose = own.flatMap(([path, { dependencies, devDependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/u.test(version))
      .map(([name, version]) => `${path}: ${name}@${version}`),
  );
  expect(loose).toEqual([]);
});

test("[S12] no package but the one that brings Node runs a script when it is installed", () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  expect(scripted).toEqual(["node"]);
  const ci = readFileSync(join(root, ".ci", "run"), "utf8");
  expect(ci).toContain("npm ci --ignore-scripts");
  expect(ci).toContain("npm audit signatures");
});

test("[S12] every license allows the use of its package", () => {
  const refused = installed
    .filter(([path, { license = "" }]) => !allowedLicences.has(license) && !readByHand.has(nameOf(path)))
    .map(([path, { license }]) => `${nameOf(path)}: ${license ?? "none"}`);
  expect(refused).toEqual([]);
});

test(`[S12] the server depends on at most ${maxRuntimeDependencies} packages of its own choice`, () => {
  // The client family is installed by applications.
  const manifests = new Map(own);
  const folders = new Set(["packages/server"]);
  const direct = new Set<string>();
  for (const folder of folders)
    for (const name of Object.keys(manifests.get(folder)?.dependencies ?? {})) {
      if (name.startsWith("@weft/")) folders.add(`packages/${name.slice("@weft/".length)}`);
      else direct.add(name);
    }
  expect(folders.size).toBeGreaterThan(5);
  expect(direct.size).toBeGreaterThan(10);
  expect(direct.size).toBeLessThanOrEqual(maxRuntimeDependencies);
});

test("[S12] npm makes a bill of materials from the lock file", () => {
  const printed = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const { bomFormat, components } = JSON.parse(printed) as {
    readonly bomFormat: string;
    readonly components: readonly { readonly name: string; readonly version: string }[];
  };
  expect(bomFormat).toBe("CycloneDX");
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const absent = installed.map(([path, { version }]) => `${nameOf(path)}@${version}`).filter((one) => !listed.has(one));
  // Packages under another name ("npm:…") are listed by the name under which they are published.
  expect(absent.length).toBeLessThan(10);
});
