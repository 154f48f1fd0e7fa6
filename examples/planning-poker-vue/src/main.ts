import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/planning.css";
import { openSession } from "@weft/example-shared/core";
import type { Session } from "@weft/example-shared/core";
import { createWeft } from "@weft/vue";
import { createApp } from "vue";
import App from "./app.vue";
import StartFailure from "@weft/example-shared/vue/start-failure.vue";

/** `baseUrl` can be left out where a page and its Weft server have one origin. */
function start(session: Session): void {
  const { baseUrl, publicKey } = session.demo;
  const weft = createWeft({ baseUrl, publicApiKey: publicKey, lostConnectionTimeout: 2000 });
  createApp(App, { session }).use(weft).mount("#root");
}

openSession("weft-demo-planning-poker-vue").then(start, (error: Error) =>
  createApp(StartFailure, { text: error.message }).mount("#root"),
);
