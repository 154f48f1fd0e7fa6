import type { QueryKey } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { RequestFailed } from "../../api/request-failed.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";

export interface RetryButtonProps {
  label: string;
  /** What is retried, read after the label by assistive technology. */
  target: string;
  retry: () => Promise<unknown>;
  /** Titles of the toast that says how it went; `gone` is for status 404. */
  outcomes: { started: string; gone: string; failed: string };
  /** Queries to be read again afterwards. */
  queryKey: QueryKey;
}

/** Runs a job of the server once more, now. */
export function RetryButton({ label, target, retry, outcomes, queryKey }: RetryButtonProps) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await retry();
      toast({ title: outcomes.started, tone: "success" });
    } catch (error) {
      const gone = error instanceof RequestFailed && error.status === 404;
      toast({ title: gone ? outcomes.gone : outcomes.failed, tone: gone ? "success" : "danger" });
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <Button size="sm" variant="ghost" busy={busy} onClick={() => void run()}>
      <RotateCw className="size-4" aria-hidden />
      {label}
      <span className="sr-only">{`: ${target}`}</span>
    </Button>
  );
}
