import { fileURLToPath } from "node:url";

/** The folder of the repository. This file is as deep in the sources as the bundle is in `dist`. */
export const repository = fileURLToPath(new URL("../../../", import.meta.url));
