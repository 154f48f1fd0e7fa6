import type { Comparison } from "../comparison.ts";
import { bench, file, promise } from "../proof.ts";
import { inspectable, wholeProduct } from "../weft-claims.ts";

const webSocket = { title: "WebSocket on MDN", href: "https://developer.mozilla.org/en-US/docs/Web/API/WebSocket" };
const postgres = { title: "PostgreSQL: reliability", href: "https://www.postgresql.org/docs/current/wal.html" };
const notify = { title: "PostgreSQL: NOTIFY", href: "https://www.postgresql.org/docs/current/sql-notify.html" };
const yjs = { title: "Yjs docs", href: "https://docs.yjs.dev" };

export const ownServer: Comparison = {
  slug: "own-server",
  name: "Your own server",
  nameInSentence: "your own server",
  title: "Weft and a WebSocket server that you write",
  description:
    "A WebSocket and a database are enough for a demo. What is missing for a product, what Weft adds, and when to write your own.",
  lead: "A WebSocket, a broadcast and a table are a working demo within a day. This page lists what a product needs beyond that.",
  keywords: ["websocket", "build or buy", "own server", "socket.io", "postgresql"],
  checked: "2026-11",
  otherIsBetter: [
    { text: "It does what you need and nothing more. There is no second system to learn and to run." },
    { text: "Edits and the rest of your data change in one transaction.", source: postgres },
    { text: "Server-sent events and a refetch may be all that you need, if users don't edit together." },
  ],
  weftIsBetter: [
    {
      text: "Edits of two users to the same list or text merge, in every window in the same way.",
      proofs: [promise("G4"), promise("G5"), file("conformance/convergence.test.ts")],
    },
    {
      text: "Saving is cheap: {storage-crowd.perSecond} durable edits a second in one room. One flush for each edit allows {storage-crowd.perSecond.reference} on the same disk.",
      proofs: [bench("storage-crowd"), file("docs/decisions/0002-grouped-commits-on-a-writer-thread.md")],
    },
    {
      text: "100 cursors take {presence-100x10.load} of one core. A server that sends each message to everyone takes {presence-100x10.load.reference}.",
      proofs: [bench("presence-100x10"), file("bench/README.md")],
    },
    {
      text: "Lost connections, restarts, slow readers and clients that send too much are handled, and tested.",
      proofs: [
        promise("G7"),
        promise("G14"),
        file("faults/thundering-return.test.ts"),
        file("faults/slow-and-silent.test.ts"),
      ],
    },
    wholeProduct,
    inspectable,
  ],
  chooseOther: [
    "users only need to see that something has changed",
    "two users never edit the same content at the same time",
    "one transaction must cover edits and your own tables",
  ],
  chooseWeft: [
    "users edit together, offline or on bad networks",
    "saved must mean saved",
    "you want to spend your time on your product",
  ],
  rows: {
    hosting: { text: "Yes." },
    license: { text: "Yours." },
    durability: {
      text: "As durable as your database, if your server waits for the commit before it answers.",
      source: postgres,
    },
    storage: { text: "You write it, or you add a library such as Yjs.", source: yjs },
    yjs: { text: "With a provider of the Yjs community, or one that you write.", source: yjs },
    presence: {
      text: "You write it. The WebSocket of browsers has no backpressure, so your server has to limit what it sends.",
      source: webSocket,
    },
    comments: { text: "You write them." },
    notifications: { text: "You write them." },
    copilots: { text: "You write them." },
    webhooks: { text: "You write them." },
    rest: { text: "Your own routes." },
    dashboard: { text: "You write it." },
    machines: {
      text: "You write it, with a message broker or the notifications of your database.",
      source: notify,
    },
    packages: { text: "A WebSocket in every language. The client logic is yours.", source: webSocket },
    costs: { text: "Your machines, and the time to write and maintain it." },
  },
};
