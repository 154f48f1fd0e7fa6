import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Before the first journey: the pages that it walks through. */
export default function build(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL("../scripts/build-examples.ts", import.meta.url))], {
    stdio: "inherit",
  });
}
