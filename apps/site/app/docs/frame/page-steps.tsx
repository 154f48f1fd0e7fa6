import { ArrowLeft, ArrowRight } from "lucide-react";
import type { PageFrame } from "../catalogue/page-frame.ts";
import { Step } from "./step.tsx";

/** The ways to the pages before and after. */
export function PageSteps({ frame: { previous, next } }: { frame: Pick<PageFrame, "previous" | "next"> }) {
  return (
    <nav aria-label="Previous and next page" className="mt-8 grid grid-cols-1 gap-3 sm:grid-cols-2">
      {previous && (
        <Step to={previous.href} className="step-card">
          <span className="flex items-center gap-1.5 text-xs text-faint">
            <ArrowLeft className="size-3.5" aria-hidden />
            Previous
          </span>
          <span className="font-medium">{previous.title}</span>
        </Step>
      )}
      {next && (
        <Step to={next.href} className="step-card sm:col-start-2 sm:items-end sm:text-right">
          <span className="flex items-center gap-1.5 text-xs text-faint">
            Next
            <ArrowRight className="size-3.5" aria-hidden />
          </span>
          <span className="font-medium">{next.title}</span>
        </Step>
      )}
    </nav>
  );
}
