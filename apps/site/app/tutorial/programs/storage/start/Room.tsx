export function Room() {
  // 3. Read the task.
  return (
    <main>
      <h1>Our task</h1>
      <p>Nothing yet</p>
    </main>
  );
}
