import "@weft/example-shared/base.css";
import "@weft/react-ui/styles.css";
import "@weft/react-tiptap/styles.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/comments.css";
import "@weft/example-shared/chat.css";
import "@weft/example-shared/text.css";
import "./ai-writing-assistant.css";
import { startExampleWithUsers } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExampleWithUsers("ai-writing-assistant", (session) => <App session={session} />);
