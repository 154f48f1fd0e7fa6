import { StrictMode } from "react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { readDemo } from "./demo.ts";
import type { Demo } from "./demo.ts";
import { Notice } from "./notice.tsx";
import { claimVisitor } from "./visitor.ts";
import type { Visitor } from "./visitor.ts";

/** What an example knows when it starts. */
export interface Session {
  readonly demo: Demo;
  readonly roomId: string;
  readonly visitor: Visitor;
}

/**
 * Renders an example once its server and its visitor are known.
 *
 * @example
 * void startExample("weft-demo-cursors", (session) => <App {...session} />);
 */
export async function startExample(defaultRoomId: string, render: (session: Session) => ReactNode): Promise<void> {
  const element = document.getElementById("root");
  if (!element) throw new Error("The page has no #root element.");
  const root = createRoot(element);
  try {
    const [demo, visitor] = await Promise.all([readDemo(), claimVisitor()]);
    const roomId = new URLSearchParams(location.search).get("room") || defaultRoomId;
    root.render(<StrictMode>{render({ demo, roomId, visitor })}</StrictMode>);
  } catch (error) {
    const text = error instanceof Error ? error.message : "Something unexpected happened.";
    root.render(<Notice title="This page could not start" text={text} />);
  }
}
