import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "./connect-four.css";
import { startExample } from "@weft/example-shared";
import { App } from "./app.tsx";

void startExample("weft-demo-connect-four", (session) => <App session={session} />);
