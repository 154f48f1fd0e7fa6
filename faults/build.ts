import { bundleServer } from "@weft/testkit";

/** Before the first test: servers are killed and started again from the bundle, as those of an operator are. */
export default function build(): void {
  bundleServer();
}
