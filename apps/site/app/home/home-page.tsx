import { useLoaderData } from "react-router";
import { Page } from "../shell/page.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { ClosingSection } from "./closing-section.tsx";
import { CodeSection } from "./code-section.tsx";
import { codeSamples } from "./code-samples.server.ts";
import { ExamplesStrip } from "./examples-strip.tsx";
import { FeatureSection } from "./feature-section.tsx";
import { filmFacts } from "./film.server.ts";
import { FilmSection } from "./film-section.tsx";
import { Hero } from "./hero.tsx";
import { measuredFacts } from "./measured.server.ts";
import { MeasuredSection } from "./measured-section.tsx";
import { SelfHostSection } from "./self-host-section.tsx";
import { shownExamples } from "./shown-examples.server.ts";

export const meta = () =>
  pageMeta({
    title: "Weft: real-time collaboration you host yourself",
    description:
      "Rooms, presence, Storage, Yjs text, comments and AI copilots for apps that use the Liveblocks SDKs, from one process on your own server.",
  });

export function loader() {
  return { film: filmFacts(), code: codeSamples(), measured: measuredFacts(), examples: shownExamples() };
}

/** What Weft is, and the way to a running demo. */
export default function HomePage() {
  const { film, code, measured, examples } = useLoaderData<typeof loader>();
  return (
    <Page>
      <Hero />
      <FilmSection {...film} />
      <FeatureSection />
      <CodeSection {...code} />
      <MeasuredSection {...measured} />
      <SelfHostSection />
      <ExamplesStrip {...examples} />
      <ClosingSection />
    </Page>
  );
}
