import { useLoaderData } from "react-router";
import type { LoaderFunctionArgs, MetaArgs } from "react-router";
import { pageMeta } from "../shell/page-meta.ts";
import { Badge } from "../ui/badge.tsx";
import { WrittenPage } from "./written-page.tsx";
import { readChangelog } from "./written.server.tsx";

export function loader({ params }: LoaderFunctionArgs) {
  const entry = readChangelog().find(({ id }) => id === params["id"]);
  if (!entry) throw new Response(null, { status: 404 });
  return entry;
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(loaderData ? { title: loaderData.title, description: loaderData.summary } : { title: "Changelog" });

/** One entry, at an address that stays. */
export default function ChangelogEntryPage() {
  const { title, date, areas, html } = useLoaderData<typeof loader>();
  return (
    <WrittenPage
      list={{ to: "/changelog", label: "Changelog" }}
      title={title}
      date={date}
      about={areas.map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
      html={html}
    />
  );
}
