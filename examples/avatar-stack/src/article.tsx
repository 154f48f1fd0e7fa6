import { useUpdateMyPresence } from "@weft/react";
import { useEffect, useRef } from "react";
import { Avatar } from "./people-stack.tsx";
import { sections } from "./sections.ts";
import type { Reader } from "./use-people.ts";

/** A page in sections, with the avatars of the people who read each of them. */
export function Article({ people }: { readonly people: readonly Reader[] }) {
  const article = useRef<HTMLElement>(null);
  const updatePresence = useUpdateMyPresence();

  useEffect(() => {
    const inView = new Set<string>();
    // A section is read while it crosses the middle of the window.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        updatePresence({ section: sections.find(({ id }) => inView.has(id))?.id ?? null });
      },
      { rootMargin: "-45% 0px -45% 0px" },
    );
    for (const section of article.current?.querySelectorAll("section") ?? []) observer.observe(section);
    return () => observer.disconnect();
  }, [updatePresence]);

  return (
    <article className="article" ref={article}>
      <h2>Portal redesign</h2>
      {sections.map(({ id, title, text }) => (
        <section key={id} id={id} aria-label={title}>
          <h3>{title}</h3>
          <div className="section-readers" data-testid={`readers-${id}`}>
            {people
              .filter(({ section, away }) => section === id && !away)
              .slice(0, 3)
              .map((reader) => (
                <Avatar key={reader.id} visitor={reader.visitor} away={false} />
              ))}
          </div>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
