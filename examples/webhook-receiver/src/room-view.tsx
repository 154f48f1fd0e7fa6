import { useMutation, useStorage, useThreads } from "@weft/react";
import { Composer, Thread } from "@weft/react-ui";
import { tasks } from "./room-types.ts";
import type { Checklist } from "./room-types.ts";

/** The room itself: a checklist in Storage, and comments. */
export function RoomView() {
  const checklist = useStorage((root) => root.checklist);
  const { threads = [] } = useThreads();
  const check = useMutation(
    ({ storage }, name: keyof Checklist, isDone: boolean) => storage.get("checklist")?.set(name, isDone),
    [],
  );
  return (
    <section className="room" aria-labelledby="room">
      <h2 id="room">Release room</h2>
      <ul className="checklist">
        {tasks.map(({ name, label }) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                disabled={!checklist}
                checked={checklist?.[name] ?? false}
                onChange={({ target }) => check(name, target.checked)}
              />
              {label}
            </label>
          </li>
        ))}
      </ul>
      <div className="threads">
        {threads.map((thread) => (
          <Thread key={thread.id} thread={thread} />
        ))}
      </div>
      <Composer metadata={{}} />
    </section>
  );
}
