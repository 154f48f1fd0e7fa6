import type { Comparison, OtherClaim } from "../comparison.ts";
import { docsPage, file } from "../proof.ts";
import { durableFirst, wholeProduct } from "../weft-claims.ts";

const source = { title: "Dev server", href: "https://liveblocks.io/docs/tools/dev-server" };
const says = (text: string): OtherClaim => ({ text, source });

export const liveblocksDevServer: Comparison = {
  slug: "liveblocks-dev-server",
  name: "Liveblocks dev server",
  title: "Weft and the Liveblocks dev server",
  description:
    "The Liveblocks dev server is for local development and tests. Weft is for those and for production. When to use which.",
  lead: "Liveblocks offers a local server for development and tests without its production servers. Weft runs on a laptop in the same way, and in production.",
  keywords: ["liveblocks dev", "local development", "testing", "ci", "alternative"],
  checked: "2026-11",
  otherIsBetter: [
    says("It comes from the vendor, and supports all of its multiplayer features."),
    says("It needs no keys of a project: both keys have fixed values."),
    says("It starts with one command in your project's folder, once Bun is installed."),
  ],
  weftIsBetter: [
    {
      text: "Comments and notifications work in local tests, too: they store and return what your app writes.",
      proofs: [
        docsPage("/docs/guides/running-in-ci-with-a-local-server", "Running in CI with a local server"),
        docsPage("/docs/concepts/coming-from-liveblocks", "What works"),
      ],
    },
    {
      text: "Room permissions, metadata and ID tokens work, so that tests cover them.",
      proofs: [docsPage("/docs/authentication/id-token", "ID tokens"), file("conformance/rest/specified-routes.tsv")],
    },
    {
      text: "Tests can run without any server: rooms in memory, with a clock and a network that the test controls.",
      proofs: [docsPage("/docs/api-reference/weft-testing", "@weft/testing")],
    },
    durableFirst,
    wholeProduct,
  ],
  chooseOther: [
    "your app runs on the hosted service and uses multiplayer features",
    "you want a local server that the vendor maintains",
  ],
  chooseWeft: [
    "your tests cover comments, notifications, permissions or copilots",
    "the same server should run on laptops, in CI and in production",
  ],
  rows: {
    hosting: says("For development and tests on your machine. It needs Bun."),
    license: says("Built on a package that its documentation calls open source."),
    storage: says("Yes."),
    yjs: says("Yes, with Tiptap, BlockNote and Lexical."),
    presence: says("Yes, with broadcast events."),
    comments: says("No. Basic calls return dummy data."),
    notifications: says("No. Basic calls return dummy data."),
    rest: says("Partly: basic room calls. Permissions and metadata are not complete."),
    packages: says("The Liveblocks packages, with a public key or access tokens."),
    costs: says("Your machine."),
  },
};
