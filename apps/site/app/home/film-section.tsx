import type { filmFacts } from "./film.server.ts";
import { FilmPlayer } from "./film-player.tsx";
import { SectionHeading } from "./section-heading.tsx";

/** The product as two users see it, in a film that `npm run film` takes. */
export function FilmSection({ seconds, size, width, height, scenes }: ReturnType<typeof filmFacts>) {
  return (
    <section aria-labelledby="film-title" className="page py-16 md:py-24">
      <SectionHeading id="film-title" title={`See it in ${seconds} seconds.`}>
        Two people, one server. A script uses the product, and the film shows what their browsers showed.
      </SectionHeading>
      <div className="mt-12 overflow-hidden rounded-lg border border-line-strong bg-sunken">
        <FilmPlayer width={width} height={height} />
      </div>
      <ol className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {scenes.map(({ at, caption }) => (
          <li key={at} className="flex gap-3 text-sm">
            <span className="font-mono text-xs leading-5 text-accent tabular-nums">{at}</span>
            {caption}
          </li>
        ))}
      </ol>
      <p className="mt-5 text-sm text-muted">
        {seconds} seconds without sound, {size}. It loads when you press play.
      </p>
    </section>
  );
}
