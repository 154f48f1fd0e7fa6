import { ChevronDown } from "lucide-react";
import { Link } from "react-router";

export interface PickedProject {
  readonly id: string;
  readonly displayName: string;
  readonly type: string;
  readonly team: string;
}

/** Chooses the project whose keys the code holds, or to which a call is sent. */
export function ProjectPicker({
  label = "Keys for",
  projects,
  projectId,
  onPick,
}: {
  label?: string;
  projects: readonly PickedProject[];
  projectId: string | undefined;
  onPick: (id: string) => void;
}) {
  if (projects.length === 0)
    return (
      <p>
        <Link to="/dashboard?dialog=create-project">Create a project</Link>{" "}
        {label === "Keys for" ? "to fill in your keys" : "to try it"}
      </p>
    );
  return (
    <label>
      {label}
      <span className="key-picker">
        <select value={projectId} onChange={(event) => onPick(event.target.value)}>
          {[...Map.groupBy(projects, ({ team }) => team)].map(([team, members]) => (
            <optgroup key={team} label={team}>
              {members.map(({ id, displayName, type }) => (
                <option key={id} value={id}>
                  {`${displayName} (${type === "prod" ? "production" : "development"})`}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <ChevronDown aria-hidden />
      </span>
    </label>
  );
}
