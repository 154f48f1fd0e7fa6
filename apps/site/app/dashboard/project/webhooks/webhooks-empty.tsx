import type { ProjectWebhook } from "@weft/protocol";
import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EmptyThread } from "../../../ui/thread-line.tsx";
import { NodePackage } from "../shared/node-package.tsx";
import { refusalText } from "../shared/refusal-text.ts";
import { allWebhookEvents, useCreateCatcher } from "./use-create-catcher.ts";
import { verifySnippet } from "./verify-snippet.ts";

export interface WebhooksEmptyProps {
  onCreate: () => void;
  onCreated: (webhook: ProjectWebhook) => void;
}

/** What webhooks are for, with a way to try them at once and a route that receives them. */
export function WebhooksEmpty({ onCreate, onCreated }: WebhooksEmptyProps) {
  const createCatcher = useCreateCatcher(onCreated);
  return (
    <EmptyState
      title="Send project events to your back end"
      thread={<EmptyThread steps={["Endpoint is created", "Event happens", "Back end receives it"]} />}
      action={
        <>
          <Button variant="primary" onClick={onCreate}>
            Create endpoint
          </Button>
          <Button busy={createCatcher.isPending} onClick={() => createCatcher.mutate(allWebhookEvents)}>
            Try with the request catcher
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
      <p>
        No receiver yet? The request catcher is a temporary endpoint of this server that shows what your project sends.
      </p>
      {createCatcher.error && (
        <p role="alert" className="text-danger">
          {refusalText(createCatcher.error)}
        </p>
      )}
    </EmptyState>
  );
}
