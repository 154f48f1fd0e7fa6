import { Link } from "react-router";
import { CreateProjectForm } from "../../forms/create-project-form.tsx";
import { projectHref } from "../../search/items.ts";
import { argumentsOf, dataOf, textArgument, textOf, wordArgument } from "./assistant-tool.ts";
import type { ToolViewProps } from "./assistant-tool.ts";
import { ToolCard } from "./tool-card.tsx";

export const projectCancelled = "You cancelled creating the project.";

/** The form of a new project: development and no region unless something else is asked for. */
export function CreateProjectToolForm({ part, respond }: ToolViewProps) {
  if (part.stage === "receiving") return <ToolCard title="Create project" busy />;
  if (part.stage === "executed") {
    const data = dataOf(part);
    return (
      <ToolCard title="Create project" done="Project created">
        <Link to={projectHref(textOf(data, "teamId"), textOf(data, "id"))} className="link w-fit text-sm">
          {textOf(data, "name")}
        </Link>
      </ToolCard>
    );
  }
  const args = argumentsOf(part);
  const teamId = textArgument(args, "teamId");
  return (
    <ToolCard title="Create project">
      <CreateProjectForm
        {...(teamId !== undefined && { teamId })}
        name={textArgument(args, "displayName") ?? ""}
        type={wordArgument(args, "type", ["dev", "prod"]) ?? "dev"}
        regionRestriction={wordArgument(args, "regionRestriction", ["none", "us", "eu"]) ?? "none"}
        onCancel={() => respond({ cancel: projectCancelled })}
        onCreated={(project, { teamId: team, name }) =>
          respond({
            // The secret key is shown by the project's page alone.
            data: { id: project._id, teamId: team, name },
            description: "The project was created, and the user is now on its page, which shows the secret key once.",
          })
        }
      />
    </ToolCard>
  );
}
