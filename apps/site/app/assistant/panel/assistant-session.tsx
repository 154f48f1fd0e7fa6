import { AssistantTools } from "../tools/assistant-tools-context.ts";
import { useAssistantTools } from "../tools/use-assistant-tools.ts";
import { SignedInAssistant } from "./signed-in-assistant.tsx";
import { useAssistantClient } from "./use-assistant-client.ts";

/** Keeps the chats connected and the tools registered while the panel is closed: a tool may lead to another page. */
export function AssistantSession({ userId, open }: { userId: string; open: boolean }) {
  const tools = useAssistantTools();
  const { client, hasModel } = useAssistantClient(userId, tools);
  if (!open || client === undefined) return null;
  return (
    <AssistantTools value={tools}>
      <SignedInAssistant userId={userId} client={client} hasModel={hasModel} />
    </AssistantTools>
  );
}
