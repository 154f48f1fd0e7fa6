import { useLoaderData } from "react-router";
import type { LoaderFunctionArgs, MetaArgs } from "react-router";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Article } from "./article.tsx";
import { PageHead } from "./page-head.tsx";
import { readLegal } from "./written.server.tsx";

export function loader({ params }: LoaderFunctionArgs) {
  const text = readLegal(params["name"] ?? "");
  if (!text) throw new Response(null, { status: 404 });
  return text;
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageMeta({ title: loaderData?.title ?? "Legal", description: loaderData?.description, indexed: false });

/** The terms or the privacy policy, written by the server's operator. */
export default function LegalPage() {
  const { title, html } = useLoaderData<typeof loader>();
  return (
    <Page>
      <div className="page flex flex-col gap-8 py-16">
        <PageHead title={title} />
        <Article html={html} />
      </div>
    </Page>
  );
}
