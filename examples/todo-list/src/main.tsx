import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "./todo-list.css";
import { startExample } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExample("weft-demo-todo", (session) => <App session={session} />);
