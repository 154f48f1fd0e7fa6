import "@weft/example-shared/base.css";
import "@weft/react-ui/styles.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/comments.css";
import "@weft/example-shared/comments-ui.css";
import "@weft/example-shared/sheet.css";
import "./spreadsheet-comments.css";
import { startExampleWithUsers } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExampleWithUsers("spreadsheet-comments", (session) => <App session={session} />);
