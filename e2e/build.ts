import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Before the first journey: the pages that it walks through, and the server as `npm start` runs it. */
export default function build(): void {
  for (const script of ["build-server.ts", "build-examples.ts", "build-site.ts"])
    execFileSync(process.execPath, [fileURLToPath(new URL(`../scripts/${script}`, import.meta.url))], {
      stdio: "inherit",
    });
}
