import { Timestamp } from "@weft/react-ui/primitives";
import Link from "next/link";
import type { Person } from "../auth/people.ts";
import { accessOf } from "../documents/access.ts";
import type { Document } from "../documents/document.ts";
import { ShareButton } from "../sharing/share-button.tsx";
import { Icon } from "../ui/icon.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import styles from "./document-row.module.css";
import { RenameDialog } from "./rename-dialog.tsx";

interface DocumentRowProps {
  readonly document: Document;
  readonly user: Person;
  /** The name of its owner. */
  readonly owner: string;
}

export function DocumentRow({ document, user, owner }: DocumentRowProps) {
  const { id, name, kind, ownerId, openedAt, accesses } = document;
  const canWrite = accessOf(accesses, user) === "write";
  return (
    <li className={styles.row}>
      <span className={styles.kind}>
        <Icon name={kind} />
      </span>
      <div className={styles.text}>
        <Link href={`/documents/${id}`} className={styles.name}>
          {name}
        </Link>
        <p className={styles.facts}>
          {kind === "text" ? "Text" : "Whiteboard"} · {ownerId === user.id ? "You" : owner}
          {openedAt !== undefined && (
            <>
              {" · Opened "}
              <Timestamp date={openedAt} />
            </>
          )}
          {!canWrite && " · View only"}
        </p>
      </div>
      {canWrite && (
        <div className={styles.actions}>
          <ShareButton document={document} isCompact />
          <RenameDialog id={id} name={name} />
          <DeleteDialog id={id} name={name} />
        </div>
      )}
    </li>
  );
}
