import { useEffect, useId, useRef } from "react";
import { FormMessage } from "../../../../ui/form-message.tsx";
import { Select } from "../../../../ui/select.tsx";
import type { ConfigurationChoice, ConfigurationOption } from "./configuration-choice.ts";
import { MessageView } from "./message-view.tsx";
import type { ComparedChat } from "./use-compared-chat.ts";

export interface ComparedChatPanelProps {
  /** `First`, `Second`. */
  name: string;
  compared: ComparedChat;
  options: readonly ConfigurationOption[];
  choice: ConfigurationChoice;
  onChoose: (choice: ConfigurationChoice) => void;
}

/** The answers of one configuration. */
export function ComparedChatPanel({ name, compared, options, choice, onChoose }: ComparedChatPanelProps) {
  const title = useId();
  const { chat, error, isAnswering } = compared;
  const log = useRef<HTMLDivElement>(null);
  const isPinned = useRef(true);
  useEffect(() => {
    if (isPinned.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [chat.messages]);
  return (
    <section
      aria-labelledby={title}
      className="flex min-h-0 min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="flex flex-col gap-2 border-b border-line px-4 py-3">
        <h2 id={title} className="font-sans text-sm font-medium tracking-normal">
          {name} configuration
        </h2>
        <Select aria-label={`${name} configuration`} options={options} value={choice} onValueChange={onChoose} />
      </div>
      <div
        ref={log}
        role="log"
        aria-label={`${name} conversation`}
        aria-busy={isAnswering}
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4 -outline-offset-2"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isPinned.current = scrollHeight - scrollTop - clientHeight < 40;
        }}
      >
        {chat.messages.length === 0 && !error && (
          <p className="m-auto max-w-64 text-center text-sm text-balance text-muted">No questions yet.</p>
        )}
        {chat.messages.map(({ message }) => (
          <MessageView
            key={message.id}
            message={message}
            respond={(invocationId, result) => chat.respond({ messageId: message.id, invocationId }, result)}
            onRetry={undefined}
          />
        ))}
        {error && <FormMessage>{error.message}</FormMessage>}
      </div>
    </section>
  );
}
