import { ArrowRight } from "lucide-react";
import { ButtonLink } from "../ui/button-link.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { LiveDemo } from "./live-demo.tsx";
import { Loom } from "./loom.tsx";
import { startCommand } from "./start-command.ts";

/** The sentence, and two windows that prove it. */
export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="relative overflow-hidden">
      <div className="page grid gap-x-16 gap-y-8 pt-14 pb-12 md:pt-20 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:items-end">
        <h1 id="hero-title" className="max-w-[13ch] text-6xl font-[640] tracking-[-0.035em]">
          Real-time, on a server of your own.
        </h1>
        <div className="flex flex-col items-start gap-7">
          <p className="max-w-[46ch] text-lg text-muted">
            Weft keeps everyone in your app in step: presence, shared data and text, in rooms that you host. It speaks
            the protocol of the Liveblocks SDKs, so yours work unchanged.
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <ButtonLink to="/docs/get-started" variant="primary" size="lg">
              Start building
              <ArrowRight className="size-4" aria-hidden />
            </ButtonLink>
            <div className="flex h-11 items-center gap-1 rounded-md border border-line-strong bg-surface pr-1.5 pl-4">
              <code className="text-sm whitespace-nowrap">{startCommand}</code>
              <CopyButton text={startCommand} name="Copy the command" />
            </div>
          </div>
        </div>
      </div>
      <div className="relative pb-16 md:pb-20">
        <Loom />
        <div className="page relative">
          <LiveDemo />
        </div>
      </div>
    </section>
  );
}
