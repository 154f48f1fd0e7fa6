import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "./dashboard.css";
import { startExample } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExample("weft-demo-dashboard", (session) => <App session={session} />);
