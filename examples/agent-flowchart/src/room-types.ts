import type { LiveMap, LiveObject } from "@weft/client";
import type { Place } from "@weft/example-shared";

export type Step = {
  label: string;
  x: number;
  y: number;
};

/** An arrow from one step to another. */
export type Arrow = {
  from: string;
  to: string;
};

/** What an agent proposes: steps with ids of their own, and arrows between these and steps of the chart. */
export type Proposal = {
  /** The call of the tool, so that two windows of a user show it once. */
  readonly id: string;
  readonly steps: readonly { readonly id: string; readonly label: string }[];
  readonly arrows: readonly Arrow[];
};

export const longestLabel = 40;

declare global {
  interface Weft {
    Presence: {
      /** Where this user points, in the chart’s own coordinates: everyone scrolls and zooms for themselves. */
      cursor: Place | null;
      /** Whether this user’s agent is working. */
      isAgentWorking: boolean;
      /** What this user’s agent proposes, until the user has confirmed or rejected it. */
      proposal: Proposal | null;
    };
    Storage: {
      steps: LiveMap<string, LiveObject<Step>>;
      arrows: LiveMap<string, Arrow>;
    };
    UserMeta: { id: string; info: { name: string; color: string; avatar: string } };
  }
}
