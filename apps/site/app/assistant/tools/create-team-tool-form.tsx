import { Link } from "react-router";
import { CreateTeamForm } from "../../forms/create-team-form.tsx";
import { teamHref } from "../../search/items.ts";
import { argumentsOf, dataOf, textArgument, textOf } from "./assistant-tool.ts";
import type { ToolViewProps } from "./assistant-tool.ts";
import { ToolCard } from "./tool-card.tsx";

export const teamCancelled = "Cancelled creating team.";

/** The form of a new team. Success answers the assistant, then leads to the team. */
export function CreateTeamToolForm({ part, respond }: ToolViewProps) {
  if (part.stage === "receiving") return <ToolCard title="Create team" busy />;
  if (part.stage === "executed") {
    const data = dataOf(part);
    return (
      <ToolCard title="Create team" done="Team created">
        <Link to={teamHref(textOf(data, "id"))} className="link w-fit text-sm">
          {textOf(data, "name")}
        </Link>
      </ToolCard>
    );
  }
  return (
    <ToolCard title="Create team">
      <CreateTeamForm
        name={textArgument(argumentsOf(part), "name") ?? ""}
        onCancel={() => respond({ cancel: teamCancelled })}
        onCreated={({ id, name }) =>
          respond({ data: { id, name }, description: "The team was created, and the user is now on its page." })
        }
      />
    </ToolCard>
  );
}
