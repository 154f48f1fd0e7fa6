import { ArrowRight } from "lucide-react";
import { useMe } from "../api/use-me.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { LiveDemo } from "./live-demo.tsx";
import { Loom } from "./loom.tsx";

/** What Weft is, and two windows that show it. */
export function Hero() {
  const { data: me } = useMe();
  return (
    <section aria-labelledby="hero-title" className="relative overflow-hidden">
      <div className="page grid gap-x-16 gap-y-8 pt-14 pb-12 md:pt-20 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:items-end">
        <h1 id="hero-title" className="max-w-[15ch] text-6xl font-[640] tracking-[-0.035em]">
          Real-time collaboration you host yourself.
        </h1>
        <div className="flex flex-col items-start gap-7">
          <p className="max-w-[46ch] text-lg text-muted">
            Presence, shared data, text editing, comments and AI copilots for your app, on your own server. Weft works
            with the Liveblocks SDKs: change one option and keep your code.
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <ButtonLink to={me?.user ? "/dashboard" : "/sign-up"} variant="primary" size="lg">
              Start building
              <ArrowRight className="size-4" aria-hidden />
            </ButtonLink>
            <ButtonLink to="/docs/get-started" size="lg">
              Read the quickstart
            </ButtonLink>
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
