import "@xyflow/react/dist/style.css";
import "@weft/example-shared/base.css";
import "@weft/react-ui/styles.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/comments.css";
import "@weft/example-shared/chat.css";
import "@weft/example-shared/cursors.css";
import "./agent-flowchart.css";
import { startExampleWithUsers } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExampleWithUsers("agent-flowchart", (session) => <App session={session} />);
