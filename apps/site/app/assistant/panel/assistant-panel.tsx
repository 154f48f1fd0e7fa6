import { useMe } from "../../api/use-me.ts";
import { AssistantSession } from "./assistant-session.tsx";
import { PanelFrame } from "./panel-frame.tsx";
import { SignedOutIntro } from "./signed-out-intro.tsx";

/** The site's AI assistant. Visitors are shown how to sign in; nothing is connected for them. */
export function AssistantPanel({ open }: { open: boolean }) {
  const { data: me } = useMe();
  if (me === undefined) return null;
  if (me.user !== null) return <AssistantSession key={me.user.id} userId={me.user.id} open={open} />;
  if (!open) return null;
  return (
    <PanelFrame>
      <SignedOutIntro />
    </PanelFrame>
  );
}
