import { Link } from "react-router";
import { ExamplePicture } from "../examples/example-picture.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { SectionHeading } from "./section-heading.tsx";
import type { shownExamples } from "./shown-examples.server.ts";

/** A few of the examples, each a small whole application. */
export function ExamplesStrip({ cards, count }: ReturnType<typeof shownExamples>) {
  return (
    <section aria-labelledby="examples-title" className="page pt-4 pb-8">
      <SectionHeading id="examples-title" title="Example apps">
        Open each one in two windows, then read its source.
      </SectionHeading>
      <ul className="mt-12 grid gap-4 sm:grid-cols-2 xl:grid-cols-4 lg:gap-5">
        {cards.map(({ name, title, line }) => (
          <li
            key={name}
            className="group relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface transition-colors duration-(--quick) hover:border-line-control has-focus-visible:border-accent"
          >
            <ExamplePicture name={name} />
            <div className="flex flex-col gap-1 border-t border-line p-5">
              <h3 className="text-base">
                <Link to={`/examples/${name}`} className="after:absolute after:inset-0">
                  {title}
                </Link>
              </h3>
              <p className="text-sm text-muted">{line}</p>
            </div>
          </li>
        ))}
      </ul>
      <ButtonLink to="/examples" className="mt-8">
        All {count} examples
      </ButtonLink>
    </section>
  );
}
