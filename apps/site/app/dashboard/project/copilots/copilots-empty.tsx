import { Link } from "react-router";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EmptyThread } from "../../../ui/thread-line.tsx";
import { useProject } from "../shared/project-context.ts";
import { copilotTemplates } from "./copilot-templates.ts";

/** What copilots are for, and three to begin with. */
export function CopilotsEmpty() {
  const { base } = useProject();
  return (
    <EmptyState
      title="Add an AI assistant to your app"
      thread={<EmptyThread steps={["Copilot is created", "User asks", "Copilot answers"]} />}
      action={
        <ButtonLink to={`${base}/copilots/new`} variant="primary">
          Create copilot
        </ButtonLink>
      }
    >
      <p>
        A copilot combines a model from an AI provider with your instructions and knowledge. Your users chat with it
        through the client, and it can use tools that your app registers. You need an API key from OpenAI, Anthropic,
        Google or an OpenAI-compatible provider.
      </p>
      <p className="font-medium text-ink">Start from a template, or from scratch</p>
      <ul className="grid gap-3 text-left sm:grid-cols-3">
        {copilotTemplates.map(({ id, title, about }) => (
          <li key={id}>
            <Link
              to={`${base}/copilots/new?template=${id}`}
              className="flex h-full flex-col gap-1 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong hover:bg-hover"
            >
              <span className="font-medium text-ink">{title}</span>
              <span>{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
