import type { KeyTestResult } from "@weft/protocol";

export interface KeyTestText {
  readonly isAccepted: boolean;
  readonly title: string;
  /** What the provider said, or why its address was not reached. */
  readonly detail?: string;
}

/** How the test of a key ended, in words. */
export function keyTestText({ outcome, message }: KeyTestResult, model: string): KeyTestText {
  const titles = {
    accepted: "Key accepted",
    refused: "The provider refused the key",
    modelNotFound: `The provider has no model “${model}”`,
    unreachable: "The address could not be reached",
    failed: "The provider returned an error",
  } as const satisfies Record<typeof outcome, string>;
  return { isAccepted: outcome === "accepted", title: titles[outcome], ...(message !== null && { detail: message }) };
}
