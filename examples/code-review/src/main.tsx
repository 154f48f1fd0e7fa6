import "@weft/example-shared/base.css";
import "@weft/react-ui/styles.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/comments.css";
import "@weft/example-shared/comments-ui.css";
import "./code-review.css";
import { startExampleWithUsers } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExampleWithUsers("code-review", (session) => <App session={session} />);
