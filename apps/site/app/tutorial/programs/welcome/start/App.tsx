import { myName } from "./playground";
import "./styles.css";

export default function App() {
  return (
    <main>
      <h1>Hello, world</h1>
      <p>This is the window of {myName}.</p>
    </main>
  );
}
