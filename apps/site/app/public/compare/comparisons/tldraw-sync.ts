import type { Comparison, OtherClaim } from "../comparison.ts";
import { docsPage, file } from "../proof.ts";
import { durableFirst, inspectable, wholeProduct } from "../weft-claims.ts";

const source = { title: "tldraw sync", href: "https://tldraw.dev/docs/sync" };
const collaboration = { title: "Collaboration", href: "https://tldraw.dev/sdk-features/collaboration" };
const license = {
  title: "What to know about tldraw",
  href: "https://tldraw.dev/blog/20-things-i-wish-ai-chatbots-knew-about-tldraw",
};
const says = (text: string): OtherClaim => ({ text, source });

export const tldrawSync: Comparison = {
  slug: "tldraw-sync",
  name: "tldraw sync",
  title: "Weft and tldraw sync",
  description:
    "tldraw sync shares tldraw canvases. Weft shares any data, texts and comments. What each does better, and when to choose which.",
  lead: "tldraw sync is the library that shares documents of the tldraw canvas. Weft knows no canvas: it shares data, texts and presence of any app.",
  keywords: ["tldraw", "whiteboard", "canvas", "alternative"],
  checked: "2026-11",
  otherIsBetter: [
    says("It is made for the tldraw canvas: shapes, bindings, images and the camera of each user work at once."),
    says("Schemas and migrations are part of it, so that clients of different versions work together."),
    says("A template deploys it to Cloudflare, with one small server for each room."),
  ],
  weftIsBetter: [
    {
      text: "Any shape of data works: boards, forms, tables, texts and canvases that you draw yourself.",
      proofs: [
        docsPage("/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage", "Storage"),
        file("examples/whiteboard/src"),
        file("examples/spreadsheet/src"),
      ],
    },
    {
      text: "Authentication, permissions, limits, versions and a list of rooms are built in.",
      proofs: [
        docsPage("/docs/authentication", "Authentication"),
        docsPage("/docs/platform/limits", "Limits"),
        docsPage("/docs/guides/version-history-with-restore", "Version history"),
      ],
    },
    durableFirst,
    wholeProduct,
    inspectable,
  ],
  chooseOther: [
    "your product is a tldraw canvas",
    "you already deploy to Cloudflare",
    "you want shape migrations between versions of your app",
  ],
  chooseWeft: [
    "the canvas is one part of an app with texts, comments and lists",
    "you draw with something else, or with your own components",
    "you need an open-source license without a key",
  ],
  rows: {
    hosting: says("Required in production: on Cloudflare with a template, or in your own JavaScript server."),
    license: {
      text: "The tldraw license: the source is available, and production needs a license key. Hobby licenses are free.",
      source: license,
    },
    durability: says("Your storage decides. With SQLite, documents survive a restart. In memory, they don't."),
    storage: says("Documents of a tldraw canvas, with custom shapes and bindings."),
    yjs: {
      text: "No. It has a sync engine of its own.",
      source: license,
    },
    presence: { text: "Cursors, selections and viewports on the canvas.", source: collaboration },
    rest: says("Your own server's routes. Listing and searching rooms are left to you."),
    machines: says("Each room must exist once in the world. On Cloudflare, Durable Objects take care of that."),
    packages: says("React: a hook that connects a tldraw editor."),
    costs: says("The license, and Cloudflare or your own machines."),
  },
};
