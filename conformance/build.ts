import { bundleServer } from "@weft/testkit";
import { prepareBrowser } from "@weft/testkit/browser";

/** Before the first test: servers that are killed and started again start from the bundle, as those of an operator do. */
export default async function build(): Promise<void> {
  bundleServer();
  await prepareBrowser();
}
