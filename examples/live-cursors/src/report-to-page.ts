import type { Connection } from "@weft/example-shared";

/** What this window says to the page that frames it. */
export interface Report {
  readonly type: "weft-example";
  readonly connection: Connection;
  /** Whether the visitor's own pointer has been on the canvas. */
  readonly visited: boolean;
}

/** Reports the state of this window to a framing page of the same origin. */
export function reportToPage(report: Omit<Report, "type">): void {
  if (window.parent === window) return;
  window.parent.postMessage({ type: "weft-example", ...report } satisfies Report, location.origin);
}
