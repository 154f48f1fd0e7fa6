import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bundleServer } from "@weft/testkit";
import { prepareBrowser } from "@weft/testkit/browser";

/**
 * Builds, before the first journey, the pages that it visits and the server as `npm start` runs it, and prepares the
 * browser.
 */
export default async function build(): Promise<void> {
  bundleServer();
  // In parallel: neither build keeps two cores busy.
  await Promise.all([
    run("build-examples.ts"),
    run("build-create-weft.ts").then(() => run("build-packages.ts")),
    run("build-site.ts"),
    prepareBrowser(),
  ]);
}

async function run(script: string): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../scripts/${script}`, import.meta.url))], {
    stdio: "inherit",
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${script} ended with code ${code}.`);
}
