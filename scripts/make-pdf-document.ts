/** Makes the document of `examples/pdf-annotation`: `node scripts/make-pdf-document.ts`. The file is committed. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./sources.ts";

const sources = join(root, "examples", "pdf-annotation", "src");
const { proposal } = (await import(pathToFileURL(join(sources, "proposal", "proposal.ts")).href)) as {
  readonly proposal: () => string;
};
const file = join(sources, "proposal.pdf");
await writeFile(file, proposal());
console.log(file);
