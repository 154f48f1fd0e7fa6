import type { measuredFacts } from "./measured.server.ts";
import { SectionHeading } from "./section-heading.tsx";

/** What sets Weft apart, in numbers from its bench. */
export function MeasuredSection({ facts, how }: ReturnType<typeof measuredFacts>) {
  return (
    <section aria-labelledby="measured-title" className="page py-16 md:py-24">
      <SectionHeading id="measured-title" title="Fast, and safe when things fail.">
        Weft acknowledges an edit only after it is written to disk. The benchmarks are part of the repository.
      </SectionHeading>
      <ul className="mt-12 grid gap-4 md:grid-cols-3 lg:gap-5">
        {facts.map(({ number, title, text }) => (
          <li key={title} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-6">
            <p className="font-display text-4xl font-semibold tracking-[-0.03em] text-accent tabular-nums">{number}</p>
            <h3 className="text-lg">{title}</h3>
            <p className="text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-sm text-muted">{how}</p>
    </section>
  );
}
