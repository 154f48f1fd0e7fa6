import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { prepareBrowser } from "@weft/testkit/browser";

/** Before the first journey: the pages that it walks through, the server as `npm start` runs it, and the browser. */
export default async function build(): Promise<void> {
  for (const script of ["build-server.ts", "build-examples.ts", "build-site.ts"])
    execFileSync(process.execPath, [fileURLToPath(new URL(`../scripts/${script}`, import.meta.url))], {
      stdio: "inherit",
    });
  await prepareBrowser();
}
