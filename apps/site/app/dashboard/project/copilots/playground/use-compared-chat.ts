import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CopilotPatch } from "@weft/protocol";
import type { RefObject } from "react";
import { request } from "../../../../api/request.ts";
import type { ChatClient } from "../../../../assistant/chat-client/chat-client.ts";
import { useChat } from "../../../../assistant/chat-client/use-chat.ts";
import { useProject } from "../../shared/project-context.ts";
import type { CopilotFields } from "../copilot-fields.ts";
import { versionQuery } from "../copilot-queries.ts";
import type { CopilotBody } from "../copilot-queries.ts";
import { restoringPatch } from "../history/version-configuration.ts";
import { unsavedPatch, versionOf } from "./configuration-choice.ts";
import type { ConfigurationChoice } from "./configuration-choice.ts";

export interface ComparedChatOptions {
  readonly copilot: CopilotBody;
  readonly client: ChatClient;
  readonly chatId: string;
  readonly choice: ConfigurationChoice;
  readonly unsaved: RefObject<CopilotFields | undefined> | undefined;
}

/** One of two chats that are asked the same: each question is answered with the configuration that is chosen then. */
export function useComparedChat({ copilot, client, chatId, choice, unsaved }: ComparedChatOptions) {
  const { project } = useProject();
  const queries = useQueryClient();
  const chat = useChat(client, chatId, copilot.id);

  async function changes(): Promise<CopilotPatch | undefined> {
    const version = versionOf(choice);
    if (version !== undefined) {
      const { configuration } = await queries.fetchQuery(versionQuery(project.id, copilot.id, version));
      return restoringPatch(copilot, configuration);
    }
    if (choice === "unsaved" && unsaved?.current) return unsavedPatch(copilot, unsaved.current);
    return choice.startsWith("model:") ? { providerModel: choice.slice("model:".length) } : undefined;
  }

  const question = useMutation({
    mutationFn: async (text: string) => {
      const body = await changes();
      const trial =
        body &&
        (await request("POST /internal/projects/{projectId}/copilots/{copilotId}/trials", {
          path: { projectId: project.id, copilotId: copilot.id },
          body,
        }));
      const parentId = chat.messages.at(-1)?.message.id ?? null;
      // A question that could not be sent is shown as a failed answer.
      client.ask({ chatId, text, parentId, copilotId: trial?.trialId ?? copilot.id }).catch(() => {});
    },
  });
  return {
    chat,
    ask: (text: string) => question.mutate(text),
    isAnswering: question.isPending || chat.unsettled !== undefined,
    /** Why the configuration could not be tried. */
    error: question.error ?? undefined,
  };
}

export type ComparedChat = ReturnType<typeof useComparedChat>;
