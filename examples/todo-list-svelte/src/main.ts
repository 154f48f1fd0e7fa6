import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/todos.css";
import { openSession } from "@weft/example-shared/core";
import StartFailure from "@weft/example-shared/svelte/start-failure.svelte";
import { mount } from "svelte";
import App from "./app.svelte";

const target = document.getElementById("root")!;

openSession("weft-demo-todo-svelte").then(
  (session) => mount(App, { target, props: { session } }),
  (error: Error) => mount(StartFailure, { target, props: { text: error.message } }),
);
