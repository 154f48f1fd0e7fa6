import { plans } from "@weft/protocol";
import { Check } from "lucide-react";
import { Link, useLoaderData } from "react-router";
import { formatBytes } from "../formats/bytes.ts";
import { countOf, formatCount } from "../formats/count.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Cell, HeaderCell, Row, Table } from "../ui/table.tsx";
import { operatorLimits } from "./operator-limits.server.ts";
import { PageHead } from "./page-head.tsx";
import { planRows } from "./plan-rows.ts";
import type { PlanUnit } from "./plan-rows.ts";

export const meta = () =>
  pageMeta({
    title: "Pricing",
    description: "Weft is free and open source. You host it, and you set its limits.",
  });

const formats: Record<PlanUnit, (value: number) => string> = {
  count: formatCount,
  bytes: formatBytes,
  days: (value) => countOf(value, "day"),
};

/** The limits of a server and the plan table, laid out when the site is built. */
export function loader() {
  const columns = [plans.SelfHosted, plans.Free, plans.Pro_2024_05, plans.Enterprise];
  return {
    limits: operatorLimits(),
    names: columns.map(({ name }) => name),
    rows: planRows.map(({ label, hint, unit, valueOf }) => ({
      label,
      hint,
      values: columns.map((plan) => {
        const value = valueOf(plan);
        return value === null ? null : formats[unit](value);
      }),
    })),
  };
}

const included = [
  "Presence, Storage, Yjs, comments, notifications and AI copilots",
  "Dashboard, inspector, request logs and analytics",
  "Unlimited projects, rooms and users",
  "Webhooks, REST API and official Liveblocks SDKs",
  "SQLite built in, or your PostgreSQL",
  "The full source, to read and change",
] as const;

/** The offer, which is one, and the limits that an operator sets. */
export default function PricingPage() {
  const { limits, names, rows } = useLoaderData<typeof loader>();
  return (
    <Page>
      <div className="page flex flex-col gap-16 py-16">
        <PageHead title="Pricing">
          <p>Weft is free and open source. You pay for the machine it runs on, and nothing else.</p>
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
              <span className="font-display text-6xl font-semibold tracking-[-0.035em]">Free</span>
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

        <section aria-labelledby="limits" className="flex flex-col gap-6">
          <div className="flex max-w-prose flex-col gap-2">
            <h2 id="limits" className="text-2xl">
              Limits you can set
            </h2>
            <p className="text-muted">
              These defaults protect your server. Change them with{" "}
              <Link to="/docs/platform/limits" className="link">
                <code>WEFT_LIMITS</code>
              </Link>
              .
            </p>
          </div>
          <Table caption="Limits that an operator can set, with their defaults">
            <thead>
              <Row>
                <HeaderCell>Limit</HeaderCell>
                <HeaderCell>Default</HeaderCell>
                <HeaderCell className="max-sm:hidden">Name</HeaderCell>
              </Row>
            </thead>
            {limits.map(({ title, limits: group }) => (
              <tbody key={title}>
                <Row>
                  <HeaderCell scope="rowgroup" colSpan={3} className="bg-sunken text-xs text-muted">
                    {title}
                  </HeaderCell>
                </Row>
                {group.map(({ name, label, text }) => (
                  <Row key={name}>
                    <HeaderCell scope="row" className="whitespace-normal">
                      {label}
                    </HeaderCell>
                    <Cell className="whitespace-nowrap tabular-nums">{text}</Cell>
                    <Cell className="font-mono text-xs text-muted max-sm:hidden">{name}</Cell>
                  </Row>
                ))}
              </tbody>
            ))}
          </Table>
        </section>

        <section aria-labelledby="plans" className="flex flex-col gap-6">
          <div className="flex max-w-prose flex-col gap-2">
            <h2 id="plans" className="text-2xl">
              Plans for teams on your server
            </h2>
            <p className="text-muted">
              If several teams share your server, assign each a plan with monthly limits. Weft charges for none of them.
              New teams start on Self-hosted.
            </p>
          </div>
          <Table caption="What each plan includes per month">
            <thead>
              <Row>
                <HeaderCell>
                  <span className="sr-only">Included</span>
                </HeaderCell>
                {names.map((name) => (
                  <HeaderCell key={name}>{name}</HeaderCell>
                ))}
              </Row>
            </thead>
            <tbody>
              {rows.map(({ label, hint, values }) => (
                <Row key={label}>
                  <HeaderCell scope="row" className="min-w-36 whitespace-normal sm:min-w-52">
                    {label}
                    <span className="block text-xs font-normal text-muted max-sm:hidden">{hint}</span>
                  </HeaderCell>
                  {values.map((value, at) => (
                    <Cell key={names[at]} className="whitespace-nowrap tabular-nums">
                      {value ?? <span className="text-muted">No limit</span>}
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
        </section>

        <section aria-labelledby="questions" className="grid gap-8 lg:grid-cols-[1fr_2fr]">
          <h2 id="questions" className="text-2xl">
            Questions
          </h2>
          <dl className="flex flex-col divide-y divide-line border-y border-line">
            {questions.map(({ question, answer }) => (
              <div key={question} className="flex flex-col gap-2 py-6">
                <dt className="font-medium">{question}</dt>
                <dd className="max-w-prose text-muted">{answer}</dd>
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
    question: "What does it cost to run a server?",
    answer:
      "Only the machine. Weft is one process with an embedded database, and a small machine is enough to start with.",
  },
  {
    question: "Is there a hosted version?",
    answer: "No. You run Weft yourself. The licence also allows others to run it for you, on their own terms.",
  },
  {
    question: "What is a monthly active user?",
    answer:
      "A user who connected to a room in a calendar month (UTC), counted once. Visitors without a user id count as anonymous connections.",
  },
  {
    question: "Which plan is my team on?",
    answer:
      "See Plan and usage in the settings of your team. It is Self-hosted unless your operator chose another plan.",
  },
] as const;
