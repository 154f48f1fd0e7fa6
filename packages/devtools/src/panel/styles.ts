/** The style sheet of the panel, inside its shadow root. */
export const styles = `
:host { all: initial; color-scheme: light dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.panel, .opener {
  --text: light-dark(#1b2126, #e6eaed);
  --muted: light-dark(#5b666f, #9aa6af);
  --line: light-dark(#dde2e6, #2c343a);
  --ground: light-dark(#ffffff, #14191d);
  --raised: light-dark(#f5f7f8, #1b2126);
  --accent: light-dark(#0b6e5f, #4fd1b8);
  --warn: light-dark(#a8480b, #f2a35e);
  font: 13px/1.5 system-ui, sans-serif;
  color: var(--text);
}
@supports not (color: light-dark(white, black)) {
  .panel, .opener { --text: #1b2126; --muted: #5b666f; --line: #dde2e6; --ground: #fff; --raised: #f5f7f8; --accent: #0b6e5f; --warn: #a8480b; color-scheme: light; }
}
.panel { display: grid; grid-template: auto 1fr / minmax(9rem, 14rem) 1fr; background: var(--ground); border-block-start: 1px solid var(--line); block-size: 100%; min-block-size: 12rem; }
.docked { position: fixed; inset: auto 0 0 0; z-index: 2147483000; block-size: min(22rem, 60vh); box-shadow: 0 -4px 24px rgb(0 0 0 / 12%); }
header { grid-column: 1 / -1; display: flex; gap: 4px; align-items: center; padding: 4px 8px; border-block-end: 1px solid var(--line); background: var(--raised); overflow-x: auto; }
header strong { margin-inline-end: 12px; white-space: nowrap; }
[role="tablist"] { display: flex; gap: 2px; flex: 1; }
button, input, select { font: inherit; color: inherit; }
input[type="search"], input[type="number"] { border: 1px solid var(--line); border-radius: 6px; background: var(--raised); padding: 4px 8px; }
button { border: 1px solid transparent; border-radius: 6px; background: none; padding: 3px 10px; cursor: pointer; white-space: nowrap; }
button:hover { background: color-mix(in srgb, var(--text) 8%, transparent); }
button:focus-visible, input:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
[role="tab"][aria-selected="true"], .rooms button[aria-current="true"] { background: color-mix(in srgb, var(--accent) 14%, transparent); color: var(--accent); font-weight: 600; }
.opener { position: fixed; inset-block-end: 12px; inset-inline-end: 12px; z-index: 2147483000; background: var(--ground); border: 1px solid var(--line); border-radius: 999px; padding: 6px 14px; box-shadow: 0 2px 12px rgb(0 0 0 / 15%); cursor: pointer; }
.rooms { border-inline-end: 1px solid var(--line); overflow: auto; padding: 8px; margin: 0; list-style: none; }
.rooms .name { overflow: hidden; text-overflow: ellipsis; }
.rooms button { inline-size: 100%; text-align: start; display: flex; gap: 8px; align-items: center; }
.dot { inline-size: 8px; block-size: 8px; border-radius: 50%; background: var(--muted); flex: none; }
.dot.open { background: var(--accent); }
.content { overflow: auto; padding: 8px 12px; min-inline-size: 0; }
.empty { color: var(--muted); max-inline-size: 60ch; }
h2 { font-size: 13px; margin: 8px 0 4px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
code, pre { font: 12px/1.5 ui-monospace, monospace; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
ul.tree, .tree ul { list-style: none; margin: 0; padding-inline-start: 16px; }
ul.tree { padding: 0; }
.tree li { padding-block: 1px; }
.tree li > .key { margin-inline-start: 16px; }
.key { color: var(--accent); margin-inline-end: 8px; }
.kind, .more { color: var(--muted); }
.changed > .key, .changed > details > summary > .key { background: color-mix(in srgb, var(--warn) 30%, transparent); border-radius: 3px; }
summary { cursor: pointer; }
.timeline, .toolbar { display: flex; gap: 12px; align-items: center; margin-block-end: 8px; flex-wrap: wrap; }
.timeline input, .toolbar input { flex: 1; min-inline-size: 8rem; accent-color: var(--accent); }
table { border-collapse: collapse; inline-size: 100%; }
th { text-align: start; color: var(--muted); font-weight: 500; position: sticky; inset-block-start: -8px; background: var(--ground); }
th, td { padding: 2px 12px 2px 0; border-block-end: 1px solid var(--line); vertical-align: top; }
td.time, td.direction { white-space: nowrap; }
td.direction { color: var(--accent); }
td.direction.received { color: var(--warn); }
.number { text-align: end; font-variant-numeric: tabular-nums; }
form { display: grid; gap: 12px; max-inline-size: 28rem; }
label { display: grid; gap: 2px; }
label.check { display: flex; gap: 8px; align-items: center; }
.hint { color: var(--muted); }
@media (max-width: 640px) {
  .panel { grid-template: auto auto 1fr / 1fr; }
  .rooms { display: flex; gap: 4px; border-inline-end: 0; border-block-end: 1px solid var(--line); padding: 4px 8px; }
  .rooms button { inline-size: auto; }
  td.size, th:last-child { display: none; }
}
@media (pointer: coarse) { button { min-block-size: 40px; } }
`;
