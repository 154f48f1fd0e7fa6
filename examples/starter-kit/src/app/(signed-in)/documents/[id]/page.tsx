import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { cache } from "react";
import { findPerson } from "../../../../auth/people.ts";
import { requireUser } from "../../../../auth/session.ts";
import { RenameDialog } from "../../../../browser/rename-dialog.tsx";
import { accessOf } from "../../../../documents/access.ts";
import { findDocument } from "../../../../documents/documents.ts";
import { ShareButton } from "../../../../sharing/share-button.tsx";
import { TextEditor } from "../../../../text/text-editor.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { DocumentRoom } from "../../../../weft/document-room.tsx";
import { PeopleHere } from "../../../../weft/people-here.tsx";
import { Whiteboard } from "../../../../whiteboard/whiteboard.tsx";
import styles from "./document.module.css";

interface DocumentPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

/** The document and what the user may do with it; read once for each request. */
const openDocument = cache(async (id: string) => {
  const [user, document] = await Promise.all([requireUser(), findDocument(id)]);
  return { user, document, access: document === null ? "none" : accessOf(document.accesses, user) };
});

export async function generateMetadata({ params }: DocumentPageProps): Promise<Metadata> {
  const { document, access } = await openDocument((await params).id);
  return { title: document === null || access === "none" ? "No access" : document.name };
}

export default async function DocumentPage({ params }: DocumentPageProps) {
  const { user, document, access } = await openDocument((await params).id);
  if (document === null) notFound();
  if (access === "none") {
    const owner = await findPerson(document.ownerId);
    return (
      <Notice title="You don’t have access to this document">
        <p>
          You are signed in as {user.name}. Ask {owner?.name ?? "its owner"} to share the document with you.
        </p>
        <Link href="/" className="button">
          Go to documents
        </Link>
      </Notice>
    );
  }
  return (
    <DocumentRoom id={document.id} canWrite={access === "write"}>
      <main className={styles.page}>
        <div className={styles.bar}>
          <h1>{document.name}</h1>
          {access === "write" ? (
            <RenameDialog id={document.id} name={document.name} />
          ) : (
            <span className={styles.badge}>View only</span>
          )}
          <span className={styles.space} />
          <PeopleHere />
          {access === "write" && <ShareButton document={document} />}
        </div>
        {document.kind === "text" ? <TextEditor /> : <Whiteboard />}
      </main>
    </DocumentRoom>
  );
}
