/** Styles of all pages of the stand-in. They are inline with a nonce, so that the pages load nothing. */
export const STYLES = `
:root {
  --paper: #f7f5f0; --card: #ffffff; --ink: #1e2a25; --soft: #55625b; --line: #d9d5ca; --field: #8b9189;
  --accent: #22594a; --accent-dark: #174236; --accent-soft: #e8f0ec; --notice: #fff4d6; --notice-ink: #5c4308;
  --error: #9b1c1c; --error-soft: #fdecea; --radius: 12px;
  color-scheme: light;
}
*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
h1, h2, p, ul, dl, dd { margin: 0; }
ul { padding: 0; list-style: none; }
a { color: var(--accent); text-underline-offset: 3px; }
body[data-framed] { min-height: 0; }
body[data-framed] :is(.lines, .sum) { display: none; }
body[data-framed] .total { margin-bottom: 0; }
:focus-visible { outline: 3px solid #2f7a66; outline-offset: 2px; }
.banner { padding: .75rem 1rem; background: var(--notice); color: var(--notice-ink); text-align: center; font-size: .9375rem; }
.page { width: min(100%, 66rem); margin: 0 auto; padding: 1.5rem 1rem 3rem; display: grid; gap: 1.5rem; }
.panel { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 1.5rem; }
.narrow { width: min(100% - 2rem, 34rem); margin: clamp(1.5rem, 6vw, 3rem) auto; }
.narrow .panel { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.narrow dt:not(:first-child) { margin-top: .75rem; }
.eyebrow { font-size: .875rem; font-weight: 600; letter-spacing: .01em; color: var(--soft); }
.total { font-size: clamp(2rem, 6vw, 2.75rem); line-height: 1.15; font-weight: 650; letter-spacing: -.02em; margin: .25rem 0 1.5rem; }
h2, .narrow h1 { font-size: 1.25rem; line-height: 1.3; font-weight: 650; }
.lines li { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .875rem 0; border-top: 1px solid var(--line); }
.lines .name { font-weight: 550; overflow-wrap: anywhere; }
.lines .amount, .sum dd { font-variant-numeric: tabular-nums; white-space: nowrap; }
.lines .detail { grid-column: 1; font-size: .875rem; color: var(--soft); }
.sum { display: flex; justify-content: space-between; padding-top: .875rem; border-top: 2px solid var(--ink); font-weight: 650; }
.leave { display: inline-block; margin-top: 1.5rem; }
form { display: grid; gap: 1.125rem; margin-top: 1.125rem; }
label, legend { font-weight: 550; }
legend { padding: 0; margin-bottom: .5rem; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
.field { display: grid; gap: .375rem; align-content: start; }
.hint { font-size: .875rem; color: var(--soft); }
input:not([type=radio]) {
  width: 100%; font: inherit; color: inherit; min-height: 2.875rem; padding: .5rem .75rem;
  border: 1px solid var(--field); border-radius: 8px; background: #fff;
}
input[readonly] { background: var(--paper); color: var(--soft); }
input[aria-invalid=true] { border-color: var(--error); border-width: 2px; }
.problem { font-size: .875rem; color: var(--error); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.alert { padding: .875rem 1rem; border-radius: 8px; border-left: 4px solid var(--error); background: var(--error-soft); color: var(--error); }
.qr { max-width: 15rem; }
.qr svg { display: block; width: 100%; height: auto; }
.methods { border: 1px solid var(--field); border-radius: 8px; overflow: hidden; }
.choice + .choice { border-top: 1px solid var(--line); }
.choice > label { display: flex; align-items: center; gap: .75rem; padding: .75rem; min-height: 3rem; cursor: pointer; }
.choice input[type=radio] { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); flex: none; }
.choice > .inside { display: grid; gap: 1.125rem; padding: .25rem .75rem 1rem; }
.choice:has(> label > input:checked) { background: var(--accent-soft); }
@supports selector(:has(*)) { .choice:not(:has(> label > input:checked)) > .inside { display: none; } }
button, .button {
  display: inline-flex; justify-content: center; align-items: center; width: 100%; min-height: 3.125rem; padding: .75rem 1.25rem;
  border: 1px solid transparent; border-radius: 8px; background: var(--accent); color: #fff; font: inherit; font-weight: 600;
  text-decoration: none; cursor: pointer; transition: background-color .15s;
}
button:hover, .button:hover { background: var(--accent-dark); }
button.second { background: #fff; color: var(--ink); border-color: var(--field); }
button.second:hover { background: var(--paper); }
details { margin-top: 1.25rem; border-top: 1px solid var(--line); padding-top: 1rem; }
summary { cursor: pointer; font-weight: 550; color: var(--accent); min-height: 1.75rem; }
details table { margin-top: .75rem; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; color: var(--soft); font-size: .875rem; }
code { overflow-wrap: anywhere; }
td.code, code { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: .875rem; font-variant-numeric: tabular-nums; }
.plain { margin: 0; display: block; }
.console { width: min(100%, 80rem); margin: 0 auto; padding: 1.5rem 1rem 3rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; }
.console h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; }
.console .scroll { overflow-x: auto; }
.console form { display: inline-flex; margin: 0 .5rem 0 0; }
.console button { width: auto; min-height: 2.25rem; padding: .25rem .75rem; font-size: .875rem; }
.console td { white-space: nowrap; vertical-align: middle; }
.console table { margin-top: .75rem; }
.console .head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; align-items: center; }
@media (min-width: 50rem) {
  .page { grid-template-columns: minmax(0, 1fr) minmax(0, 1.1fr); gap: 2rem; padding-top: 3rem; align-items: start; }
  .panel { padding: 2rem; }
  .page > .summary { background: none; border: 0; padding-left: 0; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
