/** The packages of Weft's own client family, without their scope. Each is packed, described by a reference page, and has an API report. */

/** Those that have the names of an official package. */
export const officialTwins = [
  "client",
  "react",
  "react-ui",
  "node",
  "yjs",
  "zustand",
  "redux",
  "node-prosemirror",
  "node-lexical",
  "emails",
  "react-tiptap",
  "react-blocknote",
  "react-lexical",
] as const;

/** In the order in which they build upon each other. */
export const published = [...officialTwins, "vue", "svelte", "solid", "testing", "devtools"] as const;
export type PublishedPackage = (typeof published)[number];
