import { fileURLToPath } from "node:url";

/** The folder of the repository. This file lies as deep in the sources as the bundle does in `dist`. */
export const repository = fileURLToPath(new URL("../../../", import.meta.url));
