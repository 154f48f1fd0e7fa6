import { StrictMode } from "react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { openCast, roomIdOf } from "./people.ts";
import type { Cast } from "./people.ts";
import { readDemo } from "./demo.ts";
import type { Demo } from "./demo.ts";
import { Notice } from "./notice.tsx";
import { openSession } from "./session.ts";
import type { Session } from "./session.ts";
import { claimSeat } from "./visitor.ts";

/**
 * Renders an example once its server and its visitor are known.
 *
 * @example
 * void startExample("weft-demo-cursors", (session) => <App {...session} />);
 */
export async function startExample(defaultRoomId: string, render: (session: Session) => ReactNode): Promise<void> {
  await start(async () => render(await openSession(defaultRoomId)));
}

/** What an example with users knows when it starts. */
export interface UserSession {
  readonly demo: Demo;
  readonly roomId: string;
  readonly cast: Cast;
}

/**
 * Renders an example whose visitors are users of the demo project: comments and notifications need users. `name` is the
 * example's, and the end of its room ids.
 *
 * @example
 * void startExampleWithUsers("text-comments", (session) => <App {...session} />);
 */
export async function startExampleWithUsers(name: string, render: (session: UserSession) => ReactNode): Promise<void> {
  await start(async () => {
    const [demo, seat] = await Promise.all([readDemo(), claimSeat()]);
    const cast = openCast(demo.people, seat);
    return render({ demo, roomId: roomIdOf(cast.suffix, name), cast });
  });
}

async function start(open: () => Promise<ReactNode>): Promise<void> {
  const element = document.getElementById("root");
  if (!element) throw new Error("The page has no #root element.");
  const root = createRoot(element);
  try {
    root.render(<StrictMode>{await open()}</StrictMode>);
  } catch (error) {
    const text = error instanceof Error ? error.message : "Something went wrong.";
    root.render(<Notice title="This page could not be loaded" text={text} />);
  }
}
