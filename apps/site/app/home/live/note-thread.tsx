import { MessageSquare } from "lucide-react";
import { useRef, useState } from "react";
import type { FormEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { NoteFace } from "./note-face.tsx";
import type { NoteComment } from "./note-state.ts";

export interface NoteThreadProps {
  comments: readonly NoteComment[];
  /** Sends a reply; undefined while the document is a drawing. */
  onReply: ((text: string) => Promise<void>) | undefined;
}

/** The pin of a comment. It opens the thread, with or without JavaScript. */
export function NoteThread({ comments, onReply }: NoteThreadProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (!details.current?.open) return;
    details.current.open = false;
    details.current.querySelector("summary")?.focus();
  };
  return (
    <details
      ref={details}
      className="group"
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <summary
        aria-label={`Comment on “on Tuesday”, ${comments.length} messages`}
        className="grid size-8 list-none place-items-center rounded-full rounded-bl-none border border-warning-line bg-warning-soft text-warning transition-colors duration-(--quick) group-open:border-warning-solid hover:border-warning-solid [&::-webkit-details-marker]:hidden"
      >
        <MessageSquare className="size-4" aria-hidden />
      </summary>
      <div
        role="group"
        aria-label="Comment thread"
        className="absolute top-full right-0 mt-2 w-72 max-w-[75vw] rounded-lg border border-line-strong bg-raised p-3.5 text-sm shadow-float"
      >
        <ol className="space-y-3">
          {comments.map(({ id, by, text }) => (
            <li key={id} className="flex gap-2.5">
              <NoteFace {...by} />
              <p className="min-w-0">
                <span className="block text-xs font-medium text-muted">{by.name}</span>
                {text}
              </p>
            </li>
          ))}
        </ol>
        {onReply && <ReplyForm onReply={onReply} />}
      </div>
    </details>
  );
}

function ReplyForm({ onReply }: { onReply: (text: string) => Promise<void> }) {
  const [text, setText] = useState("");
  const [state, setState] = useState<"idle" | "sending" | "failed">("idle");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words === "" || state === "sending") return;
    setState("sending");
    onReply(words).then(
      () => {
        setText("");
        setState("idle");
      },
      () => setState("failed"),
    );
  };
  return (
    <form onSubmit={submit} className="mt-3 border-t border-line pt-3">
      <div className="flex gap-2">
        <Input
          value={text}
          maxLength={200}
          aria-label="Reply"
          placeholder="Reply"
          onChange={(event) => setText(event.target.value)}
          className="h-8 min-w-0 flex-1"
        />
        <Button type="submit" size="sm" busy={state === "sending"}>
          Send
        </Button>
      </div>
      {state === "failed" && (
        <p role="alert" className="mt-2 text-xs text-danger">
          The reply couldn't be sent. Try again.
        </p>
      )}
    </form>
  );
}
