import { useLoaderData } from "react-router";
import { Page } from "../shell/page.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { CodeSection } from "./code-section.tsx";
import { codeSamples } from "./code-samples.ts";
import { ExamplesStrip } from "./examples-strip.tsx";
import { FeatureSection } from "./feature-section.tsx";
import { Hero } from "./hero.tsx";
import { SelfHostSection } from "./self-host-section.tsx";

export const meta = () =>
  pageMeta({
    title: "Weft: real-time collaboration on a server of your own",
    description:
      "Rooms, presence, conflict-free Storage, Yjs text, versions and files, for unmodified Liveblocks clients, from one process that you run.",
  });

export async function loader() {
  return { samples: await codeSamples() };
}

/** What Weft is, and the way to a running demo. */
export default function HomePage() {
  const { samples } = useLoaderData<typeof loader>();
  return (
    <Page>
      <Hero />
      <FeatureSection />
      <CodeSection samples={samples} />
      <SelfHostSection />
      <ExamplesStrip />
    </Page>
  );
}
