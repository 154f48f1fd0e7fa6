import { Link } from "react-router";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EmptyThread } from "../../../ui/thread-line.tsx";
import { quickstartRoom, roomModule } from "../quickstart/room-code.ts";
import { useProject } from "../shared/project-context.ts";

/** How rooms come to be, with code that makes one. */
export function RoomsEmpty({ onCreate }: { onCreate: () => void }) {
  const { project, base } = useProject();
  const { data: config } = useSiteConfig();
  return (
    <EmptyState
      title="Rooms appear here once a user enters one"
      thread={<EmptyThread steps={["App connects", "Room is created", "Users enter"]} />}
      action={
        <>
          <Button variant="primary" onClick={onCreate}>
            Create room
          </Button>
          <Link to={`${base}/quickstart`} className="link self-center px-3 text-sm">
            Quickstart
          </Link>
        </>
      }
    >
      <p>
        This code enters the room <code>{quickstartRoom}</code> and creates it. Learn more in{" "}
        <Link to="/docs/get-started" className="link">
          the docs
        </Link>
        .
      </p>
      {config && (
        <CodeBlock
          title="room.ts"
          code={roomModule("presence", { publicKey: project.publicKey, serverUrl: config.serverUrl })}
        />
      )}
    </EmptyState>
  );
}
