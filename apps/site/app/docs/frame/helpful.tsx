import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { openPageFeedback } from "../../shell/dialogs.ts";
import { Button } from "../../ui/button.tsx";

/** Asks whether the page helped; either answer opens the feedback with it. */
export function Helpful() {
  const [answer, setAnswer] = useState<boolean | undefined>(undefined);
  const give = (wasItHelpful: boolean) => {
    setAnswer(wasItHelpful);
    openPageFeedback(wasItHelpful);
  };
  return (
    <div role="group" aria-labelledby="helpful" className="needs-script flex flex-wrap items-center gap-2">
      <p id="helpful" className="mr-1 text-sm text-muted">
        Was this page helpful?
      </p>
      <Button size="sm" aria-pressed={answer === true} onClick={() => give(true)}>
        <ThumbsUp className="size-3.5" aria-hidden />
        Yes
      </Button>
      <Button size="sm" aria-pressed={answer === false} onClick={() => give(false)}>
        <ThumbsDown className="size-3.5" aria-hidden />
        No
      </Button>
    </div>
  );
}
