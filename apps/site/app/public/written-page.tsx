import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDay } from "../formats/calendar-date.ts";
import { Page } from "../shell/page.tsx";
import { Article } from "./article.tsx";

export interface WrittenPageProps {
  /** The list that it is one of. */
  list: { readonly to: string; readonly label: string };
  title: string;
  /** What it is about, in a sentence. */
  excerpt?: string;
  /** The day it is of, as an ISO date. */
  date: string;
  /** The text beside the date. */
  about: ReactNode;
  html: string;
}

/** A dated text by itself, at an address that stays: a post, an entry. */
export function WrittenPage({ list, title, excerpt, date, about, html }: WrittenPageProps) {
  return (
    <Page>
      <article className="page py-16">
        <div className="mx-auto max-w-[42rem]">
          <Link to={list.to} className="link text-sm">
            {list.label}
          </Link>
          <header className="mt-6 mb-12 flex flex-col gap-5">
            <h1 className={excerpt ? "text-5xl" : "text-4xl"}>{title}</h1>
            {excerpt && <p className="text-xl text-muted">{excerpt}</p>}
            <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
              <time dateTime={date}>{formatDay(date)}</time>
              {about}
            </p>
          </header>
          <Article html={html} />
        </div>
      </article>
    </Page>
  );
}
