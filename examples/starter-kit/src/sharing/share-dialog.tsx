"use client";

import { useState, useTransition } from "react";
import { shareDocument } from "../documents/actions.ts";
import type { Access, Accesses, Grantee, Level } from "../documents/access.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import styles from "./share-dialog.module.css";

interface Named {
  readonly id: string;
  readonly name: string;
}

interface ShareDialogProps {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly accesses: Accesses;
  readonly people: readonly Named[];
  readonly groups: readonly Named[];
  /** As an icon. */
  readonly isCompact?: boolean;
}

export function ShareDialog(props: ShareDialogProps) {
  const trigger = props.isCompact
    ? { className: "icon-button", "aria-label": `Share ${props.name}`, title: "Share", children: <Icon name="share" /> }
    : { className: "button", children: "Share" };
  return (
    <Dialog title={`Share ${props.name}`} trigger={trigger}>
      {() => <Sharing {...props} />}
    </Dialog>
  );
}

/** Every change is saved at once, and applies to users who have the document open. */
function Sharing({ id, ownerId, accesses, people, groups }: ShareDialogProps) {
  const [error, setError] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const share = (grantee: Grantee, access: Access) =>
    startTransition(async () => {
      const state = await shareDocument(id, grantee, access);
      setError(state.kind === "error" ? state.message : null);
    });

  const nameOf = (list: readonly Named[], granteeId: string) =>
    list.find((one) => one.id === granteeId)?.name ?? granteeId;
  const entries = [
    ...Object.entries(accesses.groups).map(([groupId, level]) => ({
      grantee: { kind: "group", id: groupId } as const,
      name: nameOf(groups, groupId),
      level,
    })),
    ...Object.entries(accesses.people)
      .filter(([personId]) => personId !== ownerId)
      .map(([personId, level]) => ({
        grantee: { kind: "person", id: personId } as const,
        name: nameOf(people, personId),
        level,
      })),
  ];

  return (
    <div className={styles.sharing} aria-busy={isPending}>
      <InviteForm
        people={people.filter((person) => person.id !== ownerId && accesses.people[person.id] === undefined)}
        groups={groups.filter((group) => accesses.groups[group.id] === undefined)}
        onInvite={share}
      />
      <p role="alert" className="error">
        {error}
      </p>
      <ul aria-label="People with access" className={styles.entries}>
        <li>
          <span>{nameOf(people, ownerId)}</span>
          <span className={styles.fixed}>Owner</span>
        </li>
        {entries.map(({ grantee, name, level }) => (
          <li key={`${grantee.kind} ${grantee.id}`}>
            <span>
              {name}
              {grantee.kind === "group" && <span className={styles.kind}> Group</span>}
            </span>
            <select
              className="field"
              aria-label={`Access of ${name}`}
              value={level}
              disabled={isPending}
              onChange={(event) => share(grantee, event.target.value as Access)}
            >
              <option value="read">Can view</option>
              <option value="write">Can edit</option>
              <option value="none">Remove</option>
            </select>
          </li>
        ))}
        <li>
          <span>Everyone who is signed in</span>
          <select
            className="field"
            aria-label="Access of everyone who is signed in"
            value={accesses.everyone}
            disabled={isPending}
            onChange={(event) => share({ kind: "everyone" }, event.target.value as Access)}
          >
            <option value="none">No access</option>
            <option value="read">Can view</option>
            <option value="write">Can edit</option>
          </select>
        </li>
      </ul>
      <p className={styles.hint}>
        An entry for a person counts more than one for their group, and both count more than the one for everyone.
      </p>
    </div>
  );
}

interface InviteFormProps {
  readonly people: readonly Named[];
  readonly groups: readonly Named[];
  readonly onInvite: (grantee: Grantee, level: Level) => void;
}

function InviteForm({ people, groups, onInvite }: InviteFormProps) {
  const invite = (form: FormData) => {
    const chosen = form.get("grantee") as string;
    const kind = chosen.startsWith("group:") ? "group" : "person";
    const id = chosen.slice(kind.length + 1);
    onInvite({ kind, id }, form.get("level") === "write" ? "write" : "read");
  };
  return (
    <form action={invite} className={styles.invite}>
      <select name="grantee" required defaultValue="" aria-label="Person or group" className="field">
        <option value="" disabled>
          Choose a person or group
        </option>
        {[
          { kind: "person", label: "People", list: people },
          { kind: "group", label: "Groups", list: groups },
        ].map(({ kind, label, list }) => (
          <optgroup key={kind} label={label}>
            {list.map(({ id, name }) => (
              <option key={id} value={`${kind}:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <select name="level" defaultValue="write" aria-label="Access" className="field">
        <option value="read">Can view</option>
        <option value="write">Can edit</option>
      </select>
      <button className="button" data-kind="primary">
        Invite
      </button>
    </form>
  );
}
