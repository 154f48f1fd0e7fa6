/** Writes `dist`: the command in one file, and a template for every example. `npm pack` runs it first. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { examples, starterKits } from "@weft/example-catalogue";
import { createWeft } from "@weft/example-catalogue/create-weft";
import { rolldown } from "rolldown";
import { packageFolder, templateOf } from "./template.ts";

const output = join(packageFolder, "dist");
const bundled = [
  "@clack/prompts",
  "@clack/core",
  "sisteransi",
  "fast-wrap-ansi",
  "fast-string-width",
  "fast-string-truncated-width",
];

const manifest = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as { readonly version: string };
if (manifest.version !== createWeft.version)
  throw new Error(
    `package.json has version ${manifest.version}, and examples/catalogue/create-weft.ts ${createWeft.version}.`,
  );

rmSync(output, { recursive: true, force: true });
const bundle = await rolldown({
  input: join(packageFolder, "src", "main.ts"),
  platform: "node",
  logLevel: "warn",
});
await bundle.write({ file: join(output, "create-weft.js"), format: "esm", minify: false });
await bundle.close();

writeFileSync(join(output, "licenses.txt"), bundled.map((name) => `${name}\n\n${licenseOf(name)}`).join("\n\n---\n\n"));

const names = [...examples, ...starterKits].map(({ name }) => name);
for (const name of names)
  for (const [path, content] of templateOf(name)) {
    const file = join(output, "templates", name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
console.log(`create-weft: ${names.length} templates`);

function licenseOf(name: string): string {
  const folder = join(packageFolder, "..", "..", "node_modules", name);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/iu.test(entry));
  if (file === undefined) throw new Error(`${name} comes without its license.`);
  return readFileSync(join(folder, file), "utf8");
}
