import { bundleServer } from "@weft/testkit";

/** Before the first test: servers that are killed and started again start from the bundle, as those of an operator do. */
export default bundleServer;
