import "@xyflow/react/dist/style.css";
import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "./flowchart.css";
import { startExample } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExample("weft-demo-flowchart", (session) => <App session={session} />);
