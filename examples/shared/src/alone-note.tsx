import { Invite } from "./invite.tsx";

/** For a page that has something on it, and nobody else: what a second visitor would show. */
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
