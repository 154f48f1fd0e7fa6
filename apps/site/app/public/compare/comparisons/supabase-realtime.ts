import type { Comparison } from "../comparison.ts";
import { bench, docsPage, file, promise } from "../proof.ts";
import { durableFirst, inspectable, wholeProduct } from "../weft-claims.ts";

const guide = { title: "Realtime guide", href: "https://supabase.com/docs/guides/realtime" };
const overview = { title: "Supabase Realtime", href: "https://supabase.com/realtime" };
const readme = { title: "Realtime on GitHub", href: "https://github.com/supabase/realtime" };
const limits = { title: "Realtime limits", href: "https://supabase.com/docs/guides/realtime/limits" };
const broadcast = { title: "Broadcast", href: "https://supabase.com/features/realtime-broadcast" };
const concepts = { title: "Realtime concepts", href: "https://supabase.com/docs/guides/realtime/extensions" };

export const supabaseRealtime: Comparison = {
  slug: "supabase-realtime",
  name: "Supabase Realtime",
  title: "Weft and Supabase Realtime",
  description:
    "Supabase Realtime sends messages and changes of Postgres tables. Weft merges edits of shared documents. When to choose which.",
  lead: "Supabase Realtime sends messages between clients, tracks who is online, and streams changes of Postgres tables. Weft merges the edits of people who work on the same document.",
  keywords: ["supabase", "realtime", "postgres changes", "broadcast", "alternative"],
  checked: "2026-11",
  otherIsBetter: [
    { text: "It streams changes of your own tables, which row level security protects.", source: concepts },
    { text: "It belongs to a platform with a database, sign-in and file storage.", source: guide },
    { text: "It has clients for JavaScript, Flutter, Swift and Kotlin.", source: overview },
    { text: "Supabase runs it for you around the world, with limits that grow with your plan.", source: limits },
  ],
  weftIsBetter: [
    {
      text: "Concurrent edits merge: lists keep their order, texts keep both users' words, and undo is per user.",
      proofs: [
        docsPage("/docs/guides/how-conflicts-are-resolved", "How conflicts are resolved"),
        promise("G5"),
        file("conformance/convergence.test.ts"),
      ],
    },
    {
      text: "An edit that was made offline arrives after the reconnect, once and in order.",
      proofs: [
        promise("G3"),
        promise("G4"),
        docsPage("/docs/guides/working-through-a-lost-connection", "Working through a lost connection"),
      ],
    },
    durableFirst,
    {
      text: "A crowded room is cheap: 100 people who move their cursors 10 times a second take {presence-100x10.load} of one core.",
      proofs: [bench("presence-100x10"), docsPage("/docs/platform/self-hosting/scaling#capacity-numbers", "Capacity")],
    },
    wholeProduct,
    inspectable,
  ],
  chooseOther: [
    "your app shows live rows of a Postgres database",
    "messages between clients are enough, and some may get lost",
    "you build on Supabase already, or for phones with native code",
  ],
  chooseWeft: [
    "several people edit the same content at the same time",
    "edits must survive lost connections and crashes",
    "you want comments, notifications and copilots without building them",
  ],
  rows: {
    hosting: { text: "Yes, with Docker. Supabase also hosts it.", source: broadcast },
    license: { text: "Apache-2.0.", source: readme },
    durability: {
      text: "Rows are as durable as Postgres. The server doesn't guarantee that each message is delivered.",
      source: readme,
    },
    storage: { text: "Not part of it. Your tables and your code decide which write wins.", source: guide },
    yjs: {
      text: "Not part of it. A community provider describes itself as early.",
      source: { title: "y-supabase on npm", href: "https://www.npmjs.com/package/y-supabase" },
    },
    presence: { text: "Yes, with broadcast messages.", source: guide },
    comments: { text: "Not part of it.", source: guide },
    notifications: { text: "Not part of it.", source: guide },
    copilots: { text: "Not part of it.", source: guide },
    webhooks: {
      text: "Database webhooks, for changes of tables.",
      source: { title: "Database webhooks", href: "https://supabase.com/docs/guides/database/webhooks" },
    },
    rest: { text: "For tables, and for sending broadcast messages.", source: broadcast },
    dashboard: {
      text: "Yes, for the database and the rest of the platform.",
      source: { title: "Supabase docs", href: "https://supabase.com/docs" },
    },
    machines: { text: "Yes. It scales over several nodes.", source: overview },
    packages: { text: "JavaScript, Flutter, Swift and Kotlin.", source: overview },
    costs: {
      text: "A plan with limits of connections and messages, or your own machines.",
      source: limits,
    },
  },
};
