import "@weft/example-shared/base.css";
import "@weft/example-shared/frame.css";
import "@weft/example-shared/todos.css";
import { startExample } from "@weft/example-shared/frame";
import { Provider } from "react-redux";
import { App } from "./app.tsx";
import { openStore } from "./store.ts";

void startExample("weft-demo-todo-redux", (session) => {
  const { store, history } = openStore(session);
  return (
    <Provider store={store}>
      <App session={session} history={history} />
    </Provider>
  );
});
