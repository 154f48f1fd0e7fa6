import "@weft/example-shared/base.css";
import "@weft/react-ui/styles.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/comments.css";
import "@weft/example-shared/chat.css";
import "./ai-board.css";
import { startExampleWithUsers } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExampleWithUsers("ai-board", (session) => <App session={session} />);
