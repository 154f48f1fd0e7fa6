import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/todos.css";
import { startExample } from "@weft/example-shared/frame";
import { App } from "./app.tsx";
import { openStore } from "./store.ts";

void startExample("weft-demo-todo-zustand", (session) => <App session={session} useStore={openStore(session)} />);
