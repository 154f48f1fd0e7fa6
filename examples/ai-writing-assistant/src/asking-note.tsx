import { shallow, useOthersMapped } from "@weft/react";

/** Who else waits for the assistant. */
export function AskingNote() {
  const names = useOthersMapped(({ presence, info }) => (presence.isAsking ? info.name : null), shallow).flatMap(
    ([, name]) => name ?? [],
  );
  return (
    <p className="asking" role="status" data-testid="asking">
      {names.length > 0 && `${names.join(", ")} ${names.length === 1 ? "is" : "are"} waiting for the assistant…`}
    </p>
  );
}
