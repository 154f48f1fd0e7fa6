import { RotateCcw, ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { useMe } from "../../api/use-me.ts";
import { feedbackBody } from "../../forms/feedback.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { sendMessage } from "../../forms/send-message.ts";

export interface AnswerActionsProps {
  text: string;
  /** Absent while another answer is in progress. */
  onRegenerate?: (() => void) | undefined;
}

/** What can be done with a finished answer. */
export function AnswerActions({ text, onRegenerate }: AnswerActionsProps) {
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const [said, setSaid] = useState<boolean>();
  const judge = (wasItHelpful: boolean) => {
    setSaid(wasItHelpful);
    const message = `An answer of the AI assistant was ${wasItHelpful ? "helpful" : "not helpful"}.`;
    const context = { user: me?.user ?? null, source: { kind: "answer", wasItHelpful } as const, route: pathname };
    sendMessage("POST /internal/feedback", feedbackBody({ email: "", message }, context)).catch(() =>
      setSaid(undefined),
    );
  };
  return (
    <div className="-ml-2 flex items-center">
      {text !== "" && <CopyButton text={text} name="Copy answer" />}
      {onRegenerate && (
        <IconButton name="Regenerate" size="sm" onClick={onRegenerate}>
          <RotateCcw className="size-4" aria-hidden />
        </IconButton>
      )}
      {said === undefined ? (
        <>
          <IconButton name="Helpful" size="sm" onClick={() => judge(true)}>
            <ThumbsUp className="size-4" aria-hidden />
          </IconButton>
          <IconButton name="Not helpful" size="sm" onClick={() => judge(false)}>
            <ThumbsDown className="size-4" aria-hidden />
          </IconButton>
        </>
      ) : (
        <span role="status" className="px-2 text-xs text-muted">
          Thank you for your feedback.
        </span>
      )}
    </div>
  );
}
