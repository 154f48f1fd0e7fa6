import { Invite } from "@weft/example-shared";

/** The empty room teaches what fills it. */
export function AloneCard() {
  return (
    <aside className="alone" data-testid="alone">
      <h2>You are alone here</h2>
      <p>Open this page in a second window or on another device, and watch the cursors find each other.</p>
      <Invite />
    </aside>
  );
}
