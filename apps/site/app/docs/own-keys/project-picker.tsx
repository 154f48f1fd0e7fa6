import { Link } from "react-router";

export interface PickedProject {
  readonly id: string;
  readonly displayName: string;
  readonly type: string;
  readonly team: string;
}

/** Chooses the project whose keys the code holds. */
export function ProjectPicker({
  projects,
  projectId,
  onPick,
}: {
  projects: readonly PickedProject[];
  projectId: string | undefined;
  onPick: (id: string) => void;
}) {
  if (projects.length === 0)
    return (
      <p>
        <Link to="/dashboard?dialog=create-project">Create a project</Link> to fill in your keys
      </p>
    );
  return (
    <label>
      Keys of
      <select value={projectId} onChange={(event) => onPick(event.target.value)}>
        {projects.map(({ id, displayName, team, type }) => (
          <option key={id} value={id}>
            {`${team} / ${displayName} (${type})`}
          </option>
        ))}
      </select>
    </label>
  );
}
