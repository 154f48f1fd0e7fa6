import { comparedBy } from "./comparison.ts";
import type { ComparedBy, Comparison, OtherClaim, WeftClaim } from "./comparison.ts";
import { comparisons } from "./comparisons.ts";
import { measuredScenario, withFigures } from "../measured-figures.ts";
import { promisesRoute } from "../../docs/generated/promises-page.ts";
import { formatDay, formatMonth } from "../../formats/calendar-date.ts";
import type { Proof, ShownProof } from "./proof.ts";
import { weftClaims } from "./weft-claims.ts";

/** A claim about Weft as a page shows it. */
export interface ShownClaim {
  readonly text: string;
  readonly proofs: readonly ShownProof[];
}

/** A comparison as its page shows it. Figures of the bench are read when the site is built. */
export interface ShownComparison {
  readonly slug: string;
  readonly name: string;
  readonly nameInSentence: string;
  readonly title: string;
  readonly description: string;
  readonly lead: string;
  /** The month, as `November 2026`. */
  readonly checked: string;
  readonly otherIsBetter: readonly OtherClaim[];
  readonly weftIsBetter: readonly ShownClaim[];
  readonly chooseOther: readonly string[];
  readonly chooseWeft: readonly string[];
  readonly rows: readonly { readonly label: string; readonly weft: ShownClaim; readonly other?: OtherClaim }[];
}

const inRows = Object.keys(comparedBy) as readonly ComparedBy[];

export function readComparison(slug: string): ShownComparison | undefined {
  const found = comparisons.find((comparison) => comparison.slug === slug);
  return found && shown(found);
}

function shown({ name, rows, ...comparison }: Comparison): ShownComparison {
  return {
    slug: comparison.slug,
    name,
    nameInSentence: comparison.nameInSentence ?? name,
    title: comparison.title,
    description: comparison.description,
    lead: comparison.lead,
    checked: formatMonth(comparison.checked),
    otherIsBetter: comparison.otherIsBetter,
    weftIsBetter: comparison.weftIsBetter.map(shownClaim),
    chooseOther: comparison.chooseOther,
    chooseWeft: comparison.chooseWeft,
    rows: inRows.map((row) => {
      const other = rows[row];
      return { label: comparedBy[row], weft: shownClaim(weftClaims[row]), ...(other !== undefined && { other }) };
    }),
  };
}

function shownClaim({ text, proofs }: WeftClaim): ShownClaim {
  return { text: withFigures(text), proofs: proofs.map(shownProof) };
}

/** Where a proof leads. Figures of the bench lead to the file they are committed in. */
export function shownProof(proof: Proof): ShownProof {
  if ("page" in proof) return { kind: "page", label: proof.label, href: proof.page };
  if ("promise" in proof)
    return {
      kind: "page",
      label: `Promise ${proof.promise}`,
      href: `${promisesRoute}#${proof.promise.toLowerCase()}`,
    };
  if ("bench" in proof) {
    const { day, processor } = measuredScenario(proof.bench);
    return {
      kind: "file",
      label: `Measured on ${formatDay(day)}, one core of an ${processor} processor`,
      path: "bench/published.json",
    };
  }
  return { kind: "file", label: proof.file, path: proof.file };
}
