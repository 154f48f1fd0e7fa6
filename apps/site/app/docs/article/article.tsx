import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { drawnArticles } from "./drawn-articles.ts";
import { enliven } from "./enliven.ts";
import type { TriedPlace } from "../try-it/tried-calls.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

const TriedCalls = lazyPart(() =>
  import("../try-it/tried-calls.tsx").then((module) => ({ default: module.TriedCalls })),
);
const OwnKeys = lazyPart(() => import("../own-keys/own-keys.tsx").then((module) => ({ default: module.OwnKeys })));

/** The text of a page: HTML that was drawn when the site was built, brought to life by a little script. */
export function Article({ route, html }: { route: string; html: string | undefined }) {
  const text = useMemo(() => html ?? textOnPage(route), [route, html]);
  const element = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [tried, setTried] = useState<readonly TriedPlace[]>([]);
  const [keys, setKeys] = useState<{ place: Element | null } | null>(null);

  useEffect(() => {
    const root = element.current!;
    const place = root.querySelector("[data-own-keys]");
    // What stood there is for readers without script.
    place?.replaceChildren();
    setKeys(root.querySelector("[data-fill]") === null ? null : { place });
    const moved = document.getElementById(location.hash.slice(1));
    if (moved?.dataset["moved"] === "")
      void navigate(moved.querySelector("a")!.getAttribute("href")!, { replace: true });
    return enliven(root, {
      go: (href) => void navigate(href),
      tryCall: (id, where) => {
        where.replaceChildren();
        setTried((before) => [...before, { id, place: where }]);
      },
    });
  }, [text, navigate]);

  return (
    <>
      <div
        ref={element}
        className="article"
        data-article={route}
        suppressHydrationWarning
        dangerouslySetInnerHTML={useMemo(() => ({ __html: text }), [text])}
      />
      {tried.length > 0 && (
        <Suspense>
          <TriedCalls places={tried} />
        </Suspense>
      )}
      {keys !== null && (
        <Suspense>
          <OwnKeys article={element} place={keys.place} />
        </Suspense>
      )}
    </>
  );
}

function textOnPage(route: string): string {
  if (typeof document === "undefined") return drawnArticles.get(route) ?? "";
  return document.querySelector(`[data-article="${CSS.escape(route)}"]`)?.innerHTML ?? "";
}
