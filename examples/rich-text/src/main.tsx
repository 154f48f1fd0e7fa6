import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "./rich-text.css";
import { startExample } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExample("weft-demo-text", (session) => <App session={session} />);
