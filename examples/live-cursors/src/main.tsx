import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "./live-cursors.css";
import { startExample } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExample("weft-demo-cursors", (session) => <App session={session} />);
