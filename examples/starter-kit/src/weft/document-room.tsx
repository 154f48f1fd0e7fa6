"use client";

import { ClientSideSuspense, RoomProvider, useErrorListener, useSelf, useStatus } from "@weft/react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { ReactNode } from "react";
import styles from "./document-room.module.css";

interface DocumentRoomProps {
  readonly id: string;
  /** Whether the page was rendered for a user who can write. */
  readonly canWrite: boolean;
  readonly children: ReactNode;
}

/** The room of a document. A user without access never gets here, and Weft refuses them too. */
export function DocumentRoom({ id, canWrite, children }: DocumentRoomProps) {
  return (
    <RoomProvider id={id} initialPresence={{ cursor: null }}>
      <AccessChanges canWrite={canWrite} />
      <ConnectionNote />
      <ClientSideSuspense fallback={<p className={styles.loading}>Opening the document…</p>}>
        {children}
      </ClientSideSuspense>
    </RoomProvider>
  );
}

/** Refreshes the page when the user’s access was changed or revoked, or when the document was deleted. */
function AccessChanges({ canWrite }: { readonly canWrite: boolean }) {
  const router = useRouter();
  const canWriteNow = useSelf((me) => me.canWrite);
  useEffect(() => {
    if (canWriteNow !== null && canWriteNow !== canWrite) router.refresh();
  }, [canWriteNow, canWrite, router]);
  useErrorListener(({ context }) => {
    if (context.type === "ROOM_CONNECTION_ERROR") router.refresh();
  });
  return null;
}

function ConnectionNote() {
  const status = useStatus();
  return (
    <p role="status" className={styles.status}>
      {status === "reconnecting" && "Connecting again. Your changes are kept on this page until then."}
      {status === "disconnected" && "You are disconnected from this document. Reload the page to connect again."}
    </p>
  );
}
