import type { Metadata } from "next";
import { signIn } from "../../auth/actions.ts";
import { listGroups, listPeople } from "../../auth/people.ts";
import { Avatar } from "../../ui/avatar.tsx";
import styles from "./sign-in.module.css";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage() {
  const [people, groups] = await Promise.all([listPeople(), listGroups()]);
  return (
    <main className={styles.page}>
      <h1>Sign in</h1>
      <p>This demo has no passwords. To see changes live, sign in as someone else in a private window.</p>
      <form action={signIn} className={styles.people}>
        {people.map(({ id, name, avatar, groupIds }) => (
          <button key={id} name="person" value={id} className={styles.person}>
            <Avatar src={avatar} />
            <span>
              {name}
              <span className={styles.groups}>
                {groups
                  .filter((group) => groupIds.includes(group.id))
                  .map((group) => group.name)
                  .join(", ") || "No groups"}
              </span>
            </span>
          </button>
        ))}
      </form>
    </main>
  );
}
