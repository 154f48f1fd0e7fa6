import type { Comparison } from "../comparison.ts";
import { bench, docsPage, file, promise } from "../proof.ts";
import { inspectable, wholeProduct } from "../weft-claims.ts";

const readme = { title: "Hocuspocus on GitHub", href: "https://github.com/ueberdosis/hocuspocus" };
const extensions = {
  title: "Server extensions",
  href: "https://tiptap.dev/docs/hocuspocus/server/extensions/overview",
};
const configuration = {
  title: "Server configuration",
  href: "https://tiptap.dev/docs/hocuspocus/server/configuration",
};
const hooks = { title: "Server hooks", href: "https://tiptap.dev/docs/hocuspocus/server/hooks" };
const redis = { title: "Redis extension", href: "https://tiptap.dev/docs/hocuspocus/server/extensions/redis" };
const tiptapComments = {
  title: "Install Tiptap Comments",
  href: "https://tiptap.dev/docs/comments/getting-started/install",
};

export const hocuspocus: Comparison = {
  slug: "hocuspocus",
  name: "Hocuspocus",
  title: "Weft and Hocuspocus",
  description:
    "Hocuspocus is a Yjs server to build on. Weft adds Storage, comments, notifications and a dashboard. When to choose which.",
  lead: "Hocuspocus is an open-source Yjs back end by the makers of Tiptap. You write a small Node.js server around it and add what you need with hooks and extensions.",
  keywords: ["hocuspocus", "yjs", "tiptap", "y-websocket", "alternative"],
  checked: "2026-11",
  otherIsBetter: [
    { text: "It is a library in your own process: hooks see every connection, change and save.", source: hooks },
    { text: "Documents go into any database, as you write the function that stores them.", source: extensions },
    { text: "It is small, and does one thing: Yjs documents.", source: readme },
  ],
  weftIsBetter: [
    {
      text: "Updates are acknowledged after they are flushed to disk. Of {document-kill.acked} acknowledged edits, a kill of the server lost {document-kill.lost}. A server that acknowledges in memory lost {document-kill.lost.reference} in the same test.",
      proofs: [promise("G1"), bench("document-kill"), file("faults/kill.test.ts")],
    },
    {
      text: "A hostile update ends its sender's connection, and affects no one else.",
      proofs: [
        docsPage("/docs/concepts/promises#details-and-known-defects", "Promises"),
        file("faults/hostile-updates.test.ts"),
      ],
    },
    {
      text: "Rooms hold more than text: presence, Storage for app state, files and versions.",
      proofs: [docsPage("/docs/concepts/how-weft-works", "How Weft works")],
    },
    wholeProduct,
    inspectable,
  ],
  chooseOther: [
    "you need a Yjs server and nothing else",
    "your own code must run at each change, in the same process",
    "documents must be stored in a database of your choice",
  ],
  chooseWeft: [
    "your app also needs comments, notifications, permissions or versions",
    "a crash must not lose what users have seen as saved",
    "you prefer settings to server code",
  ],
  rows: {
    hosting: { text: "Yes, as a Node.js program that you write. Tiptap sells a hosted service.", source: readme },
    license: { text: "MIT.", source: readme },
    durability: {
      text: "Documents are stored after a pause in typing: 2 seconds by default, 10 at most. Both are settings.",
      source: configuration,
    },
    storage: { text: "The shared types of Yjs.", source: readme },
    yjs: { text: "Yes. That is what it is for.", source: readme },
    presence: {
      text: "Yes, with Yjs awareness.",
      source: { title: "Awareness", href: "https://tiptap.dev/docs/hocuspocus/guides/awareness" },
    },
    comments: {
      text: "Not part of it. Tiptap sells a Comments extension with its document server.",
      source: tiptapComments,
    },
    notifications: { text: "Not among its extensions.", source: extensions },
    copilots: { text: "Not among its extensions.", source: extensions },
    webhooks: { text: "An extension sends document changes to your API.", source: extensions },
    rest: { text: "Not among its extensions. Hooks let you add your own routes.", source: hooks },
    dashboard: { text: "Not among its extensions.", source: extensions },
    machines: {
      text: "A Redis extension connects instances. Each instance handles all messages.",
      source: redis,
    },
    packages: {
      text: "A provider for JavaScript, which every Yjs editor binding can use.",
      source: readme,
    },
    costs: { text: "Your machines and your database, and Redis for several instances.", source: redis },
  },
};
