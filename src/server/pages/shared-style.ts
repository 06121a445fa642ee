// Shared style of all pages: colours, fonts, header.

/** Text of a style sheet; that of a page follows it. */
export const LOOK = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbf8f4, #171312);
  --card: light-dark(#ffffff, #211b1a);
  --ink: light-dark(#221a18, #efe7e1);
  --soft: light-dark(#6a5c57, #b3a49c);
  --line: light-dark(#e6dcd3, #3a302d);
  --red: light-dark(#8c1a2f, #f2a0a4);
  --wash: light-dark(#f6ece4, #2b2220);
  --good: light-dark(#1f6b3a, #8fd6a5);
  --warn: light-dark(#8a5200, #f0c36d);
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  --serif: ui-serif, 'Iowan Old Style', Palatino, Georgia, serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace;
}
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); }
.column { width: min(100% - 2.5rem, 50rem); margin-inline: auto; }
a { color: var(--red); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--red); outline-offset: 2px; border-radius: 4px; }
code { font: 0.875rem/1.6 var(--mono); }

.curtain {
  color: #fff6ec;
  padding-block: 1.75rem 2rem;
  background:
    radial-gradient(48rem 20rem at 30% -10%, rgb(255 190 140 / 0.18), transparent 75%),
    linear-gradient(rgb(60 6 18 / 0) 55%, rgb(60 6 18 / 0.45)),
    repeating-linear-gradient(90deg, #701325 0, #7a1527 2.25rem, #701325 4.5rem);
}
.mark { display: flex; align-items: center; gap: 0.6rem; margin: 0 0 1rem; font: 600 1.05rem var(--sans); }
.mark img { border-radius: 8px; box-shadow: 0 0 0 1px rgb(255 246 236 / 0.35); }
h1 { margin: 0; font: 500 clamp(1.375rem, 1rem + 1.8vw, 1.875rem)/1.3 var(--serif); text-wrap: pretty; }
ul { margin: 0; padding: 0; list-style: none; }
`;
