import { clsx } from "clsx";
import { Eye, EyeOff, Play, RotateCcw, RotateCw } from "lucide-react";
import { useState } from "react";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";

export interface WorkspaceBarProps {
  readonly checking: boolean;
  /** Whether there is anything to run the program on. */
  readonly live: boolean;
  readonly solutionShown: boolean;
  readonly edited: boolean;
  /** What there is to say, for those who do not see it, too. */
  readonly status: string;
  readonly done: boolean;
  readonly onCheck: () => void;
  readonly onSolution: () => void;
  readonly onReset: () => void;
  readonly onRestart: () => void;
}

// On a phone, words alone keep to one line.
const icon = "size-3.5 max-sm:hidden";

/** What one does with a program. */
export function WorkspaceBar(props: WorkspaceBarProps) {
  const { checking, live, solutionShown, edited, status, done } = props;
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
      <Button variant="primary" size="sm" busy={checking} disabled={!live} onClick={props.onCheck}>
        <Play className="size-3.5" aria-hidden />
        Check
      </Button>
      <Button size="sm" aria-pressed={solutionShown} onClick={props.onSolution}>
        {solutionShown ? <EyeOff className={icon} aria-hidden /> : <Eye className={icon} aria-hidden />}
        {solutionShown ? "Back to my code" : "Show solution"}
      </Button>
      <AlertDialog
        title="Reset this chapter?"
        action="Reset code"
        onConfirm={() => {
          setAsking(false);
          props.onReset();
        }}
        open={asking}
        onOpenChange={setAsking}
      >
        <p>This discards your changes to the files of this chapter. Other chapters are not affected.</p>
      </AlertDialog>
      <Button variant="ghost" size="sm" disabled={!edited || solutionShown} onClick={() => setAsking(true)}>
        <RotateCcw className={icon} aria-hidden />
        Reset
      </Button>
      <p
        role="status"
        className={clsx(
          "min-w-0 flex-1 px-1 text-right text-sm max-sm:order-last max-sm:basis-full max-sm:text-left",
          done ? "font-medium text-success" : "text-muted",
        )}
      >
        {status}
      </p>
      <IconButton name="Run again, in an empty room" size="sm" disabled={!live} onClick={props.onRestart}>
        <RotateCw className="size-3.5" aria-hidden />
      </IconButton>
    </div>
  );
}
