// Applied before the first paint, and therefore not a module: a chosen theme must not flash the other one.
try {
  const theme = localStorage.getItem("weft:theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden (private windows, sandboxed frames): the system's theme stays.
}
