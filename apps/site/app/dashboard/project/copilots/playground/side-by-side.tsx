import { useQuery } from "@tanstack/react-query";
import { RotateCcw, Wrench } from "lucide-react";
import { useState } from "react";
import type { RefObject } from "react";
import { useChatStatus } from "../../../../assistant/chat-client/use-chat-client.ts";
import { Composer } from "../../../../assistant/conversation/composer.tsx";
import { Button } from "../../../../ui/button.tsx";
import { useFilters } from "../../../shared/use-filters.ts";
import { useProject } from "../../shared/project-context.ts";
import type { CopilotFields } from "../copilot-fields.ts";
import { choicesQuery, versionsQuery } from "../copilot-queries.ts";
import type { CopilotBody } from "../copilot-queries.ts";
import { ComparedChatPanel } from "./compared-chat-panel.tsx";
import { configurationChoice, configurationOptions } from "./configuration-choice.ts";
import { ToolsDialog } from "./tools-dialog.tsx";
import { useComparedChat } from "./use-compared-chat.ts";
import type { PlaygroundChat } from "./use-playground.ts";

export interface SideBySideProps {
  copilot: CopilotBody;
  chat: PlaygroundChat;
  unsaved: RefObject<CopilotFields | undefined> | undefined;
}

/** One question to two configurations of a copilot at once. */
export function SideBySide({ copilot, chat, unsaved }: SideBySideProps) {
  const { project } = useProject();
  const { client, chatId, restart, tools, setTools } = chat;
  const { data: versions } = useQuery(versionsQuery(project.id, copilot.id));
  const { data: choices } = useQuery(choicesQuery(project.id));
  const status = useChatStatus(client);
  const filters = useFilters(["first", "second"]);
  const [areToolsOpen, setToolsOpen] = useState(false);
  const options = configurationOptions({
    copilot,
    hasUnsaved: unsaved !== undefined,
    versions: versions?.versions ?? [],
    choices,
  });
  const firstChoice = configurationChoice(filters.values.first, options);
  const secondChoice = configurationChoice(filters.values.second || (unsaved === undefined ? "" : "unsaved"), options);
  const first = useComparedChat({ copilot, client, chatId: `${chatId}-1`, choice: firstChoice, unsaved });
  const second = useComparedChat({ copilot, client, chatId: `${chatId}-2`, choice: secondChoice, unsaved });
  const both = [first, second] as const;
  return (
    <section aria-label="Side by side" className="flex flex-col gap-4">
      <div className="grid h-[min(40rem,calc(100dvh-24rem))] min-h-96 gap-4 max-md:h-auto md:grid-cols-2">
        <ComparedChatPanel
          name="First"
          compared={first}
          options={options}
          choice={firstChoice}
          onChoose={(value) => filters.set({ first: value })}
        />
        <ComparedChatPanel
          name="Second"
          compared={second}
          options={options}
          choice={secondChoice}
          onChoose={(value) => filters.set({ second: value })}
        />
      </div>
      <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3">
        {status === "disconnected" && (
          <p role="alert" className="text-sm text-danger">
            The chat could not be opened. Reload the page to try again.
          </p>
        )}
        <Composer
          draft={first.chat.draft}
          placeholder="Ask both a question…"
          disabled={status === "disconnected"}
          isAnswering={both.some(({ isAnswering }) => isAnswering)}
          onSend={(text) => both.forEach(({ ask }) => ask(text))}
          onStop={() => both.forEach((one) => one.chat.abort())}
        />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="ghost" onClick={() => setToolsOpen(true)}>
            <Wrench className="size-3.5" aria-hidden />
            {tools.length === 0 ? "Tools" : `Tools (${tools.length})`}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={both.every((one) => one.chat.messages.length === 0)}
            onClick={restart}
          >
            <RotateCcw className="size-3.5" aria-hidden />
            New chats
          </Button>
        </div>
      </div>
      <ToolsDialog open={areToolsOpen} onOpenChange={setToolsOpen} tools={tools} onChange={setTools} />
    </section>
  );
}
