import { bundleServer } from "@weft/testkit";

/** Runs before the first test: servers are killed and restarted from the bundle, as in production. */
export default function build(): void {
  bundleServer();
}
