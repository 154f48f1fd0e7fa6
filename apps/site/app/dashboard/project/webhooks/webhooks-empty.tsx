import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { NodePackage } from "../shared/node-package.tsx";
import { verifySnippet } from "./verify-snippet.ts";

/** What webhooks are for, with a route that receives them. */
export function WebhooksEmpty({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      title="Send project events to your back end"
      action={
        <>
          <Button variant="primary" onClick={onCreate}>
            Create endpoint
          </Button>
          <Link to="/docs/platform/webhooks" className="link self-center px-3 text-sm">
            Webhooks in the docs
          </Link>
        </>
      }
    >
      <p>
        Weft sends a request to your URL when a room is created, Storage changes, a comment is created or a notification
        stays unread. This route receives the requests and verifies that they come from Weft.
      </p>
      <NodePackage />
      <CodeBlock title={verifySnippet.file} code={verifySnippet.code} />
    </EmptyState>
  );
}
