import "@weft/example-shared/base.css";
import "@weft/react-ui/styles.css";
import "@weft/react-tiptap/styles.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/comments.css";
import "@weft/example-shared/text.css";
import "./text-comments.css";
import { startExampleWithUsers } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExampleWithUsers("text-comments", (session) => <App session={session} />);
