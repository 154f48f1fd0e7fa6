import { Invite } from "@weft/example-shared";

/** The empty room teaches what fills it. */
export function AloneCard() {
  return (
    <aside className="alone" data-testid="alone">
      <h2>No one else is here</h2>
      <p>Open this page in a second window or on another device to see both cursors.</p>
      <Invite />
    </aside>
  );
}
