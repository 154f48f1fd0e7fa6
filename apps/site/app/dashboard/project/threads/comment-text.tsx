import type { CommentBody } from "@weft/protocol";
import { Fragment } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useProject } from "../shared/project-context.ts";

type Inline = CommentBody["content"][number]["children"][number];

/** What a comment says, as it is formatted: marks, links and mentions. */
export function CommentText({ body }: { body: CommentBody }) {
  return (
    <div className="flex flex-col gap-2 text-sm leading-6 wrap-anywhere">
      {body.content.map(({ children }, index) => (
        <p key={index} className="min-h-6 whitespace-pre-wrap">
          {children.map((node, at) => (
            <InlineNode key={at} node={node} />
          ))}
        </p>
      ))}
    </div>
  );
}

function InlineNode({ node }: { node: Inline }) {
  const { base } = useProject();
  if (!("type" in node)) return <Fragment>{marked(node)}</Fragment>;
  if (node.type === "link")
    return (
      <a href={absolute(node.url)} target="_blank" rel="noopener noreferrer nofollow" className="link">
        {node.text ?? node.url}
      </a>
    );
  const place = node.kind === "user" ? "users" : "groups";
  return (
    <Link
      to={`${base}/${place}/${encodeURIComponent(node.id)}`}
      className="rounded-sm bg-accent-soft px-1 font-medium text-accent underline-offset-4 hover:underline"
      title={node.kind === "group" && node.userIds ? `Group: ${node.userIds.join(", ")}` : node.kind}
    >
      @{node.id}
    </Link>
  );
}

function marked(node: Exclude<Inline, { readonly type: string }>): ReactNode {
  let text: ReactNode = node.text;
  if (node.code) text = <code>{text}</code>;
  if (node.strikethrough) text = <s>{text}</s>;
  if (node.italic) text = <em>{text}</em>;
  if (node.bold) text = <strong>{text}</strong>;
  return text;
}

/** A link without a scheme is one to a page. */
function absolute(url: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`;
}
