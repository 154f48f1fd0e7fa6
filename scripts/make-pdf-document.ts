/** Makes the document of `examples/pdf-annotation`: `node scripts/make-pdf-document.ts`. The file is committed. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { proposal } from "../examples/pdf-annotation/src/proposal/proposal.ts";
import { root } from "./sources.ts";

const file = join(root, "examples", "pdf-annotation", "src", "proposal.pdf");
await writeFile(file, proposal());
console.log(file);
