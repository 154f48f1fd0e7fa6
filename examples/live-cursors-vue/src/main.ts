import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/cursors.css";
import { openSession } from "@weft/example-shared/core";
import { createApp } from "vue";
import App from "./app.vue";
import StartFailure from "./start-failure.vue";

openSession("weft-demo-cursors").then(
  (session) => createApp(App, { session }).mount("#root"),
  (error: Error) => createApp(StartFailure, { text: error.message }).mount("#root"),
);
