import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "./avatar-stack.css";
import { startExample } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExample("weft-demo-avatars", (session) => <App session={session} />);
