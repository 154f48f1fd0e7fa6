import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "./code-editor.css";
import { startExample } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExample("weft-demo-code", (session) => <App session={session} />);
