import { bundleServer } from "@weft/testkit";
import { prepareBrowser } from "@weft/testkit/browser";

/** Runs before the first test: servers that are killed and restarted run the bundle, as in production. */
export default async function build(): Promise<void> {
  bundleServer();
  await prepareBrowser();
}
