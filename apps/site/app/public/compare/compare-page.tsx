import { Check, Minus } from "lucide-react";
import { Link, useLoaderData } from "react-router";
import type { LoaderFunctionArgs, MetaArgs } from "react-router";
import { pageMeta } from "../../shell/page-meta.ts";
import { Page } from "../../shell/page.tsx";
import { Card } from "../../ui/card.tsx";
import { PageHead } from "../page-head.tsx";
import { ClaimText } from "./claim-text.tsx";
import { CompareTable } from "./compare-table.tsx";
import { ProofList } from "./proof-list.tsx";
import { readComparison } from "./read-comparison.server.ts";

export function loader({ params }: LoaderFunctionArgs) {
  const comparison = readComparison(params["slug"] ?? "");
  if (!comparison) throw new Response(null, { status: 404 });
  return comparison;
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageMeta({ title: loaderData?.title ?? "Compare", description: loaderData?.description });

/** Weft next to one other way to add collaboration: what each does better, and when to choose which. */
export default function ComparePage() {
  const { name, nameInSentence, title, lead, checked, otherIsBetter, weftIsBetter, chooseOther, chooseWeft, rows } =
    useLoaderData<typeof loader>();
  return (
    <Page>
      <div className="page flex flex-col gap-16 py-16">
        <div className="flex flex-col gap-6">
          <Link to="/compare" className="link self-start text-sm">
            All comparisons
          </Link>
          <PageHead title={title}>
            <p>{lead}</p>
          </PageHead>
        </div>

        <section aria-label="When to choose which" className="grid gap-4 md:grid-cols-2 lg:gap-5">
          <Choice title="Choose Weft if" points={chooseWeft} isWeft />
          <Choice title={`Choose ${nameInSentence} if`} points={chooseOther} />
        </section>

        <div className="grid gap-x-16 gap-y-12 lg:grid-cols-2">
          <section aria-labelledby="weft-better" className="flex flex-col gap-4">
            <h2 id="weft-better" className="text-2xl">
              What Weft does better
            </h2>
            <ul className="flex flex-col divide-y divide-line border-y border-line">
              {weftIsBetter.map(({ text, proofs }) => (
                <li key={text} className="py-4">
                  {text}
                  <ProofList proofs={proofs} />
                </li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="other-better" className="flex flex-col gap-4">
            <h2 id="other-better" className="text-2xl">
              What {nameInSentence} does better
            </h2>
            <ul className="flex flex-col divide-y divide-line border-y border-line">
              {otherIsBetter.map((claim) => (
                <li key={claim.text} className="py-4">
                  <ClaimText {...claim} />
                </li>
              ))}
            </ul>
          </section>
        </div>

        <section aria-labelledby="in-detail" className="flex flex-col gap-6">
          <h2 id="in-detail" className="text-2xl">
            In detail
          </h2>
          <CompareTable name={name} rows={rows} />
          <p className="max-w-prose text-sm text-muted">
            As of {checked}. Claims about Weft link to documentation, promises, tests and measurements; claims about
            others link to public documentation. Names belong to their owners, who are not affiliated with Weft.{" "}
            <Link to="/contact" className="link">
              Report a mistake
            </Link>
          </p>
        </section>
      </div>
    </Page>
  );
}

function Choice({ title, points, isWeft = false }: { title: string; points: readonly string[]; isWeft?: boolean }) {
  const Icon = isWeft ? Check : Minus;
  return (
    <Card className={isWeft ? "border-accent-line! bg-accent-soft!" : undefined}>
      <h2 className="text-xl">{title}</h2>
      <ul className="mt-4 flex flex-col gap-3">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Icon
              className={isWeft ? "mt-1 size-4 shrink-0 text-accent" : "mt-1 size-4 shrink-0 text-faint"}
              aria-hidden
            />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
