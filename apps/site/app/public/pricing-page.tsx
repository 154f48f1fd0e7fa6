import { plans } from "@weft/protocol";
import { Link, useLoaderData } from "react-router";
import { formatBytes } from "../formats/bytes.ts";
import { countOf, formatCount } from "../formats/count.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Cell, HeaderCell, Row, Table } from "../ui/table.tsx";
import { PageHead } from "./page-head.tsx";
import { PlanCard } from "./plan-card.tsx";
import { planRows } from "./plan-rows.ts";
import type { PlanUnit } from "./plan-rows.ts";

export const meta = () =>
  pageMeta({ title: "Pricing", description: "What a Weft server of your own includes, and what its plans are." });

const formats: Record<PlanUnit, (value: number) => string> = {
  count: formatCount,
  bytes: formatBytes,
  days: (value) => countOf(value, "day"),
};

/** The plan table of the platform, laid out when the site is built. */
export function loader() {
  const columns = [plans.SelfHosted, plans.Free, plans.Pro_2024_05, plans.Enterprise];
  return {
    names: columns.map(({ name }) => name),
    rows: planRows.map(({ label, hint, unit, valueOf }) => ({
      label,
      hint,
      values: columns.map((plan) => {
        const value = valueOf(plan);
        return value === null ? null : formats[unit](value);
      }),
    })),
    free: `${formatCount(plans.Free.includedMonthlyActiveUsers ?? 0)} monthly active users`,
    freeRooms: `${formatCount(plans.Free.connectionsPerRoom ?? 0)} people in a room at once`,
    pro: `${formatCount(plans.Pro_2024_05.includedMonthlyActiveUsers ?? 0)} monthly active users included`,
    proMost: `More as you grow, up to ${formatCount(plans.Pro_2024_05.maximumMonthlyActiveUsers ?? 0)}`,
    proRooms: `${formatCount(plans.Pro_2024_05.connectionsPerRoom ?? 0)} people in a room at once`,
  };
}

/** What it costs, which is nothing, and what plans are for. */
export default function PricingPage() {
  const { names, rows, free, freeRooms, pro, proMost, proRooms } = useLoaderData<typeof loader>();
  return (
    <Page>
      <div className="page flex flex-col gap-14 py-16">
        <PageHead title="Pricing">
          <p>
            Weft is free software under the Apache License. A server of your own has every feature and no bill. Plans
            are limits that an operator may give to the teams on a server.
          </p>
        </PageHead>

        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          <PlanCard
            first
            name="Self-hosted"
            purpose="For the server's operator. Every new server starts here."
            points={[
              "Every feature",
              "No limits but those that protect the server",
              "Usage is counted, for you to see",
            ]}
            action={{ label: "Run a server", to: "/docs/get-started/self-hosted" }}
          />
          <PlanCard
            name="Free"
            purpose="For trying things out on a server that someone else runs."
            points={[free, freeRooms, "Every feature"]}
            action={{ label: "Create an account", to: "/sign-up" }}
          />
          <PlanCard
            name="Pro"
            purpose="For applications with many users."
            points={[pro, proMost, proRooms]}
            action={{ label: "Talk to us", to: "/contact#sales" }}
          />
          <PlanCard
            name="Enterprise"
            purpose="By agreement with the server's operator."
            points={["No limits by plan", "Usage as you agreed", "Help with your own servers"]}
            action={{ label: "Talk to us", to: "/contact#sales" }}
          />
        </div>

        <section aria-labelledby="compare" className="flex flex-col gap-6">
          <h2 id="compare" className="text-2xl">
            Compare plans
          </h2>
          <Table caption="What each plan includes">
            <thead>
              <Row>
                <HeaderCell>
                  <span className="sr-only">What is included</span>
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
          <p className="text-sm text-muted">
            A plan says what a team has per month. What protects every server, whatever the plan, is on the{" "}
            <Link to="/docs/platform/limits" className="link">
              limits page
            </Link>
            .
          </p>
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
    question: "What does a server cost me?",
    answer:
      "The machine it runs on. It is one process with an embedded database; a small machine is enough to begin with, and there is no licence to buy.",
  },
  {
    question: "Is there a hosted Weft?",
    answer:
      "Not by us. Others may run a server for you under the licence, with plans and prices of their own. This page shows the plans that the software knows.",
  },
  {
    question: "What is a monthly active user?",
    answer:
      "A user who was connected to a room in a calendar month, in UTC, counted once however often they came. Visitors without a user id are counted as anonymous connections.",
  },
  {
    question: "Which plan is my team on?",
    answer:
      "Its billing page says so. Teams of a new server are on the self-hosted plan, unless its operator has chosen another.",
  },
] as const;
