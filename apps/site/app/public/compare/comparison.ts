import type { Proof } from "./proof.ts";

/** The rows of every comparison, in their order. */
export const comparedBy = {
  hosting: "Self-hosting",
  license: "License",
  durability: "When an edit counts as saved",
  storage: "Conflict-free data",
  yjs: "Yjs documents",
  presence: "Presence",
  comments: "Comments",
  notifications: "Notifications",
  copilots: "AI copilots",
  webhooks: "Webhooks",
  rest: "REST API",
  dashboard: "Dashboard",
  machines: "Several machines",
  packages: "Client packages",
  costs: "What drives the cost",
} as const;

export type ComparedBy = keyof typeof comparedBy;

/** A claim about Weft. `{scenario.figure}` in its text is a figure of the bench. */
export interface WeftClaim {
  readonly text: string;
  readonly proofs: readonly [Proof, ...Proof[]];
}

/** A public page of the other product. */
export interface PublicSource {
  readonly title: string;
  readonly href: string;
}

/** A claim about the other product, as its public documentation has it. What you write yourself has no documentation. */
export interface OtherClaim {
  readonly text: string;
  readonly source?: PublicSource;
}

/** Weft next to something else. */
export interface Comparison {
  /** The last part of its address. */
  readonly slug: string;
  /** As its users call it. */
  readonly name: string;
  /** The same within a sentence, if it differs. */
  readonly nameInSentence?: string;
  readonly title: string;
  readonly description: string;
  /** What the other one is, in one or two sentences. */
  readonly lead: string;
  readonly keywords: readonly string[];
  /** When the claims about the other one were checked: `2026-11`. */
  readonly checked: string;
  readonly otherIsBetter: readonly OtherClaim[];
  readonly weftIsBetter: readonly WeftClaim[];
  /** Each completes “Choose … if”. */
  readonly chooseOther: readonly string[];
  readonly chooseWeft: readonly string[];
  /** A row without a claim is shown as not documented. */
  readonly rows: Readonly<Partial<Record<ComparedBy, OtherClaim>>>;
}
