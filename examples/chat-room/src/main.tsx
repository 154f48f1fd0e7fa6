import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "./chat-room.css";
import { startExample } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExample("weft-demo-chat", (session) => <App session={session} />);
