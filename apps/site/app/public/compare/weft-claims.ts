import type { ComparedBy, WeftClaim } from "./comparison.ts";
import { bench, docsPage, file, promise } from "./proof.ts";

const storagePage = "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage";
const yjsPage = "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-yjs";

/** What Weft has, in the rows of every comparison. */
export const weftClaims: Readonly<Record<ComparedBy, WeftClaim>> = {
  hosting: {
    text: "Yes, and only that: one process with SQLite built in, or with your PostgreSQL. There is no hosted version.",
    proofs: [docsPage("/docs/platform/self-hosting", "Self-hosting"), file("compose.yaml")],
  },
  license: {
    text: "Apache-2.0 for the server, the dashboard and the client packages.",
    proofs: [file("LICENSE"), docsPage("/docs/concepts/why-weft#open-and-self-hostable", "Open and self-hostable")],
  },
  durability: {
    text: "After it is flushed to disk. In a test that kills the server in the middle of writing, {document-kill.lost} of {document-kill.acked} acknowledged edits were lost.",
    proofs: [
      promise("G1"),
      promise("G2"),
      bench("document-kill"),
      file("faults/kill.test.ts"),
      file("faults/power-cut.test.ts"),
    ],
  },
  storage: {
    text: "Objects, lists, maps, text and files that merge automatically, with undo per user.",
    proofs: [docsPage(storagePage, "Storage"), promise("G5"), file("conformance/convergence.test.ts")],
  },
  yjs: {
    text: "Yes, with subdocuments, awareness and versions. Every Yjs editor binding works.",
    proofs: [docsPage(yjsPage, "Yjs"), file("conformance/document-convergence.test.ts")],
  },
  presence: {
    text: "Yes, with broadcast events. {presence-100x10.perSecond} cursor updates a second take {presence-100x10.load} of one core.",
    proofs: [docsPage("/docs/ready-made-features/presence", "Presence"), promise("G8"), bench("presence-100x10")],
  },
  comments: {
    text: "Threads, mentions, reactions and attachments, in texts, on a canvas or on any element.",
    proofs: [docsPage("/docs/ready-made-features/comments", "Comments"), file("e2e/text-comments.test.ts")],
  },
  notifications: {
    text: "One inbox per user, custom kinds, and events for email, Slack, Teams and web push.",
    proofs: [
      docsPage("/docs/ready-made-features/notifications", "Notifications"),
      promise("G10"),
      file("e2e/notification-centre.test.ts"),
    ],
  },
  copilots: {
    text: "Chats with tools and your own knowledge, on the model provider that you choose, or on your own model.",
    proofs: [
      docsPage("/docs/ready-made-features/ai-copilots", "AI copilots"),
      docsPage("/docs/guides/a-self-hosted-model", "A self-hosted model"),
      file("conformance/node/copilots.test.ts"),
    ],
  },
  webhooks: {
    text: "Signed, delivered at least once, with retries and replays from the dashboard.",
    proofs: [docsPage("/docs/platform/webhooks", "Webhooks"), promise("G9"), file("faults/webhooks.test.ts")],
  },
  rest: {
    text: "Yes, with an OpenAPI document that your server publishes.",
    proofs: [docsPage("/docs/api-reference", "API reference"), file("packages/protocol/openapi.json")],
  },
  dashboard: {
    text: "Rooms with a live inspector, users, threads, logs, events, analytics and webhooks, for several teams.",
    proofs: [docsPage("/docs/platform/events", "Events and logs"), file("e2e/room-inspector.test.ts")],
  },
  machines: {
    text: "A preview: nodes share PostgreSQL and NATS, and each room runs on one of them. After a crash, its clients are back in {cluster-failover.p50} at the median.",
    proofs: [
      docsPage("/docs/platform/self-hosting/scaling#several-nodes", "Several nodes"),
      promise("G6"),
      bench("cluster-failover"),
    ],
  },
  packages: {
    text: "JavaScript, React, Vue, Svelte and Solid, with Yjs, Zustand, Redux, Tiptap, BlockNote and Lexical. The Liveblocks packages work, too. There are no packages for other languages.",
    proofs: [
      docsPage("/docs/guides/moving-to-weft-packages", "Weft's packages"),
      docsPage("/docs/concepts/coming-from-liveblocks", "Tested Liveblocks packages"),
    ],
  },
  costs: {
    text: "Your machine, its database and backups. A server takes {start.resident} of memory after its start. You do the operating work.",
    proofs: [docsPage("/docs/platform/self-hosting/scaling#the-smallest-machine", "Machine sizes"), bench("start")],
  },
};

/** Claims that several comparisons make. */
export const durableFirst: WeftClaim = {
  text: "No user sees an edit that a crash can undo. Edits are acknowledged and shared after they are flushed to disk.",
  proofs: [promise("G1"), promise("G2"), file("faults/power-cut.test.ts")],
};

export const wholeProduct: WeftClaim = {
  text: "Comments, notifications, versions, webhooks and copilots come with the server, and share its permissions and its REST API.",
  proofs: [
    docsPage("/docs/ready-made-features", "Ready-made features"),
    docsPage("/docs/authentication", "Authentication"),
  ],
};

export const inspectable: WeftClaim = {
  text: "The dashboard shows presence, Storage and documents of a room while people work in it.",
  proofs: [file("e2e/room-inspector.test.ts"), docsPage("/docs/concepts/why-weft#what-weft-does", "What Weft does")],
};
