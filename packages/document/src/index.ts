export { openDocuments } from "./documents.ts";
export type { DocumentsOptions } from "./documents.ts";
