import { Check } from "lucide-react";
import { Link, useLoaderData } from "react-router";
import { withFigures } from "./measured-figures.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { PageHead } from "./page-head.tsx";

export const meta = () =>
  pageMeta({
    title: "Pricing",
    description: "Weft is free and open source, with every feature. You pay for the machine that it runs on.",
  });

/** What a machine carries, in figures that are read when the site is built. */
export function loader() {
  return { loads: loads.map(({ figure, text }) => ({ figure: withFigures(figure), text: withFigures(text) })) };
}

const loads = [
  { figure: "{start.resident}", text: "of memory for a server that has just started." },
  {
    figure: "{connections-10k.load} of one core",
    text: "for 10,000 connections in small rooms, with {connections-10k.held} of memory in all.",
  },
  {
    figure: "{presence-100x10.load} of one core",
    text: "for 100 people in one room who move their cursors 10 times a second.",
  },
] as const;

const included = [
  "Presence, Storage, Yjs, comments, notifications and AI copilots",
  "Dashboard, inspector, request logs and analytics",
  "Unlimited projects, rooms and users",
  "Webhooks, REST API and the Liveblocks SDKs",
  "SQLite built in, or your PostgreSQL",
  "The full source, to read and change",
] as const;

/** The offer, of which there is one, and what it costs to run. */
export default function PricingPage() {
  const { loads: measured } = useLoaderData<typeof loader>();
  return (
    <Page>
      <div className="page flex flex-col gap-16 py-16">
        <PageHead title="Pricing">
          <p>Weft is free and open source. You pay for the machine that it runs on.</p>
        </PageHead>

        <section
          aria-labelledby="offer"
          className="grid gap-x-16 gap-y-8 rounded-lg border border-accent-line bg-accent-soft p-6 md:p-10 lg:grid-cols-[1fr_1.3fr]"
        >
          <div className="flex flex-col items-start gap-5">
            <h2 id="offer" className="text-2xl">
              Self-hosted
            </h2>
            <p className="flex items-baseline gap-3">
              <span className="font-display text-6xl font-semibold tracking-[-0.035em]">$0</span>
              <span className="text-muted">Apache-2.0</span>
            </p>
            <p className="max-w-[44ch] text-muted">
              Every feature, on your own server, for any number of users. There is no paid edition.
            </p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/docs/get-started/self-hosted" variant="primary">
                Run a server
              </ButtonLink>
              <ButtonLink to="/sign-up">Create an account</ButtonLink>
            </div>
          </div>
          <ul className="flex flex-col justify-center gap-3 text-sm">
            {included.map((point) => (
              <li key={point} className="flex gap-2.5">
                <Check className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden />
                <span>{point}</span>
              </li>
            ))}
          </ul>
        </section>

        <section aria-labelledby="machine" className="flex flex-col gap-6">
          <div className="flex max-w-prose flex-col gap-2">
            <h2 id="machine" className="text-2xl">
              What a machine carries
            </h2>
            <p className="text-muted">
              Measured with the whole server on one core.{" "}
              <Link to="/docs/platform/self-hosting/scaling" className="link">
                Size your own machine
              </Link>
            </p>
          </div>
          <ul className="grid gap-4 md:grid-cols-3 lg:gap-5">
            {measured.map(({ figure, text }) => (
              <li key={text} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-6">
                <span className="font-display text-2xl font-semibold tracking-[-0.03em] text-accent tabular-nums">
                  {figure}
                </span>
                <span className="text-sm text-muted">{text}</span>
              </li>
            ))}
          </ul>
        </section>

        <section aria-labelledby="questions" className="grid gap-8 lg:grid-cols-[1fr_2fr]">
          <h2 id="questions" className="text-2xl">
            Questions
          </h2>
          <dl className="flex flex-col divide-y divide-line border-y border-line">
            {questions.map(({ question, answer, to, label }) => (
              <div key={question} className="flex flex-col gap-2 py-6">
                <dt className="font-medium">{question}</dt>
                <dd className="max-w-prose text-muted">
                  {answer}{" "}
                  <Link to={to} className="link">
                    {label}
                  </Link>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Page>
  );
}

const questions = [
  {
    question: "Is there a hosted version?",
    answer: "No. You run Weft yourself. The license also allows others to run it for you, on their own terms.",
    to: "/compare/liveblocks",
    label: "Weft and Liveblocks",
  },
  {
    question: "Are there limits?",
    answer: "Defaults protect your server, such as the connections in a room. You can change them.",
    to: "/docs/platform/limits",
    label: "Limits",
  },
  {
    question: "Can I limit what teams use on my server?",
    answer:
      "Yes. If several teams share your server, assign each a plan with monthly limits. Weft charges for none of them.",
    to: "/docs/platform/plans",
    label: "Plans",
  },
  {
    question: "Can I get help?",
    answer: "Write to the operator of this server.",
    to: "/support",
    label: "Support",
  },
] as const;
