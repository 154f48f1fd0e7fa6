import { Invite } from "./invite.tsx";

/** Shown on a page with content but no other users: explains what a second visitor would see. */
export function AloneNote({ text }: { readonly text: string }) {
  return (
    <aside className="alone-note" data-testid="alone">
      <p>
        <strong>No one else is here.</strong> {text}
      </p>
      <Invite />
    </aside>
  );
}
