import type { Comparison } from "../comparison.ts";
import { bench, docsPage, file, promise } from "../proof.ts";
import { durableFirst } from "../weft-claims.ts";

const docs = { title: "Liveblocks docs", href: "https://liveblocks.io/docs" };
const pricing = { title: "Pricing overview", href: "https://liveblocks.io/docs/pricing/overview" };
const concepts = { title: "Concepts", href: "https://liveblocks.io/docs/concepts" };
const comments = { title: "Comments", href: "https://liveblocks.io/docs/products/comments" };
const notifications = { title: "Notifications", href: "https://liveblocks.io/docs/products/notifications" };
const devServer = { title: "Dev server", href: "https://liveblocks.io/docs/tools/dev-server" };
const client = { title: "@liveblocks/client", href: "https://liveblocks.io/docs/api-reference/liveblocks-client" };
const copilots = { title: "Guides to AI copilots", href: "https://liveblocks.io/docs/guides?topics=ai-copilots" };
const npm = { title: "@liveblocks/node on npm", href: "https://www.npmjs.com/package/@liveblocks/node" };

export const liveblocks: Comparison = {
  slug: "liveblocks",
  name: "Liveblocks",
  title: "Weft and Liveblocks",
  description:
    "Weft runs apps of the Liveblocks SDKs on your own server. What the hosted service does better, and what Weft does.",
  lead: "Liveblocks is a hosted service for collaboration. Weft is a server of yours that speaks the same protocol, so an app can move between them by changing one option.",
  keywords: ["liveblocks", "alternative", "self-hosted", "hosted"],
  checked: "2026-11",
  otherIsBetter: [
    {
      text: "Someone else runs it. You deploy nothing, and you need no machine, database or backups.",
      source: concepts,
    },
    {
      text: "It is the original: new features and client packages appear there first.",
      source: docs,
    },
    {
      text: "Its larger plans add support and security terms.",
      source: pricing,
    },
  ],
  weftIsBetter: [
    {
      text: "Your users' data stays on your machines, in a database that you can read and back up.",
      proofs: [
        docsPage("/docs/platform/data-storage", "Data storage"),
        docsPage("/docs/guides/backing-up-a-server", "Backing up a server"),
        promise("G13"),
      ],
    },
    {
      text: "There is no price per user, per minute or per comment. You pay for the machine: 10,000 quiet connections take {connections-10k.load} of one core.",
      proofs: [docsPage("/docs/platform/plans", "Plans"), bench("connections-10k")],
    },
    durableFirst,
    {
      text: "You can go back: Weft's tests run the published Liveblocks packages, and both families of packages share rooms.",
      proofs: [
        docsPage("/docs/concepts/coming-from-liveblocks", "What works"),
        docsPage("/docs/guides/moving-to-weft-packages#go-back", "Go back"),
        file("conformance/client/both-families.test.ts"),
      ],
    },
  ],
  chooseOther: [
    "you don't want to run a server",
    "you need connections near users around the world, without running servers there",
    "you want a vendor with a contract and paid support",
  ],
  chooseWeft: [
    "data must stay on your infrastructure",
    "your costs should follow your machine and not your users",
    "you want to read and change the source of the server",
  ],
  rows: {
    hosting: {
      text: "A hosted service. There is a dev server for local tests.",
      source: devServer,
    },
    license: {
      text: "Client packages: Apache-2.0. The service is commercial, with a free plan.",
      source: npm,
    },
    storage: { text: "Liveblocks Storage: LiveObject, LiveList and LiveMap, with undo.", source: client },
    yjs: { text: "Yes, with packages for Tiptap, BlockNote and Lexical.", source: docs },
    presence: { text: "Yes, as part of Multiplayer.", source: docs },
    comments: { text: "Threads, mentions and annotations, with components.", source: comments },
    notifications: { text: "An inbox, custom kinds and email through webhooks.", source: notifications },
    copilots: { text: "AI Agents, and AI copilots with knowledge sources.", source: copilots },
    webhooks: { text: "Yes. Webhook settings belong to a project.", source: concepts },
    rest: { text: "Yes, and a Node.js package for it.", source: docs },
    dashboard: { text: "Yes, with event logs and usage metrics per project.", source: concepts },
    machines: { text: "Run by Liveblocks.", source: concepts },
    packages: {
      text: "JavaScript and React, with Yjs, Zustand, Redux, Tiptap, BlockNote and Lexical.",
      source: docs,
    },
    costs: {
      text: "A plan with credits, and metered use beyond them, such as minutes of collaboration and comments.",
      source: pricing,
    },
  },
};
