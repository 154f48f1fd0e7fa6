import { Link } from "react-router";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EmptyThread } from "../../../ui/thread-line.tsx";
import { useProject } from "../shared/project-context.ts";

const identify = `const { status, body } = await weft.identifyUser(
  { userId: "ada@example.com" },
  { userInfo: { name: "Ada" } },
);`;

/** How users come to have an id, and so to be listed. */
export function UsersEmpty() {
  const { base } = useProject();
  return (
    <EmptyState
      title="Users appear here once they connect with an ID"
      thread={<EmptyThread steps={["Back end issues a token", "User connects", "User is listed"]} />}
      action={
        <Link to={`${base}/quickstart`} className="link self-center px-3 text-sm">
          Quickstart
        </Link>
      }
    >
      <p>
        Connections with the public key are anonymous. To identify a user, request a token for them in your back end.
        Learn more in{" "}
        <Link to="/docs/authentication" className="link">
          the docs on authentication
        </Link>
        .
      </p>
      <CodeBlock title="api/auth.ts" code={identify} />
    </EmptyState>
  );
}
