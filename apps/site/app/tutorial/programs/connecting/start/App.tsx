import "./styles.css";

// 1. Import WeftProvider, and from "./playground" the server's address and its key.
export default function App() {
  // 2. Put a WeftProvider around <main>, and <Ready /> in place of the paragraph.
  return (
    <main>
      <h1>Together</h1>
      <p>No client</p>
    </main>
  );
}
