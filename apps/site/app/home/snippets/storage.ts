import { LiveList, LiveObject, createClient } from "@weft/client";

type Task = LiveObject<{ text: string; done: boolean }>;

const client = createClient({ baseUrl: "https://weft.example.com", publicApiKey: "pk_…" });
const { room } = client.enterRoom<{}, { tasks: LiveList<Task> }>("launch", {
  initialStorage: { tasks: new LiveList<Task>([]) },
});

const { root } = await room.getStorage();
const tasks = root.get("tasks");
room.subscribe(tasks, () => console.log(tasks.toJSON()), { isDeep: true });

tasks.push(new LiveObject({ text: "Print posters", done: false }));
tasks.get(0)?.set("done", true);
room.history.undo(); // your own edits, never someone else's
