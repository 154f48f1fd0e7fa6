import { canTry } from "../generated/try-forms.ts";
import { operationOf } from "../generated/operations.ts";
import type { Operation } from "../generated/operations.ts";

/** The place where a call can be sent from the page; its form is loaded on request. */
export function TryIt({ id }: { id: string }) {
  const operation = operationOf(id);
  if (!canTry(operation)) return <p className="try-note">{notes[operation.auth]}</p>;
  return (
    <div className="try needs-script" data-try-place="">
      <button type="button" data-try={id}>
        Try it
      </button>
    </div>
  );
}

const notes: Readonly<Record<Operation["auth"], string>> = {
  secret: "",
  user: "Try it isn't available: this endpoint takes a token of one of your users, or a public key.",
  management: "Try it isn't available: this endpoint takes a management token of your team.",
  none: "Try it isn't available: this endpoint takes no key. Open its address instead.",
};
