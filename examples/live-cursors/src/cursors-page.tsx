import { shallow, useOthersMapped } from "@weft/react";
import { AvatarStack, ConnectionBadge, ExampleFrame, readVisitor, useConnection } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { Stage } from "./stage.tsx";

export function CursorsPage({ visitor }: { readonly visitor: Visitor }) {
  const connection = useConnection();
  const others = useOthersMapped((other) => readVisitor(other.presence.visitor), shallow).map(([id, other]) => ({
    id,
    visitor: other,
  }));
  return (
    <ExampleFrame
      title="Live cursors"
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <AvatarStack you={visitor} others={others} />
        </>
      }
    >
      <Stage visitor={visitor} others={others} connection={connection} />
    </ExampleFrame>
  );
}
