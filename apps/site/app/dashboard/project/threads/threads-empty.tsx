import { Link } from "react-router";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EmptyThread } from "../../../ui/thread-line.tsx";

/** Where threads come from, with a call that creates one. */
export function ThreadsEmpty({ roomId = "my-room" }: { roomId?: string }) {
  const { data: config } = useSiteConfig();
  return (
    <EmptyState
      title="Threads appear here once a user writes a comment"
      thread={<EmptyThread steps={["User comments", "Thread is created", "Others reply"]} />}
    >
      <p>
        Add the comments components to your app, or create a thread from your back end with a secret key. Learn more in
        the{" "}
        <Link to="/docs/ready-made-features/comments" className="link">
          docs about comments
        </Link>
        .
      </p>
      {config && (
        <CodeBlock
          title="Terminal"
          code={`curl -X POST "${config.serverUrl}/v2/rooms/${encodeURIComponent(roomId)}/threads" \\
  -H "Authorization: Bearer $WEFT_SECRET_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "comment": { "userId": "ada", "body": {
    "version": 1,
    "content": [{ "type": "paragraph",
      "children": [{ "text": "Is this price right?" }] }] } } }'`}
        />
      )}
    </EmptyState>
  );
}
