import Link from "next/link";
import type { ReactNode } from "react";
import { signOut } from "../../auth/actions.ts";
import { listGroups } from "../../auth/people.ts";
import { requireUser } from "../../auth/session.ts";
import { Inbox } from "../../inbox/inbox.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { ClientProvider } from "../../weft/client-provider.tsx";
import { readSetting } from "../../weft/settings.ts";
import styles from "./signed-in.module.css";

/** What every page has in common once you are signed in: the connection to Weft, and the bar with the inbox. */
export default async function SignedInLayout({ children }: { readonly children: ReactNode }) {
  const user = await requireUser();
  const groups = await listGroups();
  return (
    <ClientProvider key={user.id} serverUrl={readSetting("WEFT_URL")} groups={groups}>
      <header className={styles.bar}>
        <Link href="/" className={styles.home}>
          Documents
        </Link>
        <Inbox />
        <Avatar src={user.avatar} />
        <span className={styles.name}>{user.name}</span>
        <form action={signOut}>
          <button className="button">Sign out</button>
        </form>
      </header>
      {children}
    </ClientProvider>
  );
}
