import "@liveblocks/react-ui/styles.css";
import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/comments.css";
import "./notification-centre.css";
import { startExampleWithUsers } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExampleWithUsers("notification-centre", (session) => <App session={session} />);
