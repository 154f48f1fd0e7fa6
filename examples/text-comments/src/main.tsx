import "@liveblocks/react-ui/styles.css";
import "@liveblocks/react-tiptap/styles.css";
import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/comments.css";
import "@weft/example-shared/text.css";
import "./text-comments.css";
import { startExampleWithUsers } from "@weft/example-shared";
import { App } from "./app.tsx";

// The official editor extension stays without its document when it is mounted twice.
void startExampleWithUsers("text-comments", (session) => <App session={session} />, { strict: false });
