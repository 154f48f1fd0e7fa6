import { limits } from "@weft/protocol/limits";
import { ArrowUp, Square } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { ChatDraft } from "../chat-client/use-chat.ts";
import { usePanelState } from "../panel/panel-state.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";

export interface ComposerProps {
  draft: ChatDraft;
  placeholder: string;
  /** An answer is in progress: it can be stopped, and nothing else asked meanwhile. */
  isAnswering: boolean;
  disabled: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
}

/** Where a question is typed. Enter sends it, Shift+Enter begins a line. */
export function Composer({ draft, placeholder, isAnswering, disabled, onSend, onStop }: ComposerProps) {
  const text = useSyncExternalStore(draft.subscribe, draft.read);
  const box = useRef<HTMLTextAreaElement>(null);
  const { taken } = usePanelState();
  useEffect(() => {
    if (taken === 0) return;
    box.current?.focus();
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
  }, [taken]);
  const isReady = !disabled && !isAnswering && text.trim() !== "";
  const send = () => {
    if (!isReady) return;
    onSend(text.trim());
    draft.write("");
  };
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        ref={box}
        aria-label="Message"
        placeholder={placeholder}
        rows={1}
        maxLength={limits.chatTextLength}
        className="max-h-40! min-h-9! resize-none py-1.5!"
        value={text}
        onChange={(event) => draft.write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {isAnswering ? (
        <IconButton key="stop" name="Stop" variant="secondary" onClick={onStop}>
          <Square className="size-3.5 fill-current" aria-hidden />
        </IconButton>
      ) : (
        <IconButton key="send" name="Send" variant="primary" type="submit" disabled={!isReady}>
          <ArrowUp className="size-4" aria-hidden />
        </IconButton>
      )}
    </form>
  );
}
