import "@weft/example-shared/base.css";
import "@weft/react-ui/styles.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/comments.css";
import "@weft/example-shared/comments-ui.css";
import "./pdf-annotation.css";
import { startExampleWithUsers } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExampleWithUsers("pdf-annotation", (session) => <App session={session} />);
