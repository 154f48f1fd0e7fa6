import { listGroups, listPeople } from "../auth/people.ts";
import type { Document } from "../documents/document.ts";
import { ShareDialog } from "./share-dialog.tsx";

/** The sharing dialog with the people and groups of the directory. Render it for users who can write. */
export async function ShareButton({
  document,
  isCompact,
}: {
  readonly document: Document;
  readonly isCompact?: boolean;
}) {
  const [people, groups] = await Promise.all([listPeople(), listGroups()]);
  return (
    <ShareDialog
      id={document.id}
      name={document.name}
      ownerId={document.ownerId}
      accesses={document.accesses}
      people={people.map(({ id, name }) => ({ id, name }))}
      groups={groups}
      isCompact={isCompact}
    />
  );
}
