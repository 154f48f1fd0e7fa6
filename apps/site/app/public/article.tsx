import "../docs/article/article.css";
import { clsx } from "clsx";
import { useEffect, useMemo, useRef } from "react";
import { useNavigate } from "react-router";
import { enliven } from "../docs/article/enliven.ts";

/** Text that was written in the repository and drawn when the site was built. */
export function Article({ html, className }: { html: string; className?: string }) {
  const element = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useEffect(() => enliven(element.current!, { go: (href) => void navigate(href) }), [html, navigate]);
  return (
    <div
      ref={element}
      // The head of these pages has said what they are about: no paragraph of the text is a lead.
      className={clsx("article max-w-[42rem] [&>p:first-child]:text-base! [&>p:first-child]:text-ink!", className)}
      dangerouslySetInnerHTML={useMemo(() => ({ __html: html }), [html])}
    />
  );
}
