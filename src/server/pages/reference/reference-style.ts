// Style of the API reference around Swagger UI.

/** Text of a style sheet; it comes after Swagger UI's own. */
export const REFERENCE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbf8f4, #1c2022);
  --ink: light-dark(#221a18, #efe7e1);
  --soft: light-dark(#5c504b, #b3a49c);
  --red: light-dark(#8c1a2f, #f2a0a4);
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  --serif: ui-serif, 'Iowan Old Style', Palatino, Georgia, serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace;
}
body { margin: 0; background: var(--paper); font-family: var(--sans); }

.bar {
  padding: 0.7rem max(1.25rem, (100% - 1420px) / 2); color: #fff6ec;
  background: #6a1122 linear-gradient(90deg, #7d1628, #5c0e1c);
}
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem 1.25rem; }
.bar a { color: inherit; }
.bar :focus-visible { outline: 3px solid #ffd9b8; outline-offset: 2px; border-radius: 4px; }
.mark { display: flex; align-items: center; gap: 0.55rem; font-weight: 600; text-decoration: none; }
.mark img { border-radius: 7px; box-shadow: 0 0 0 1px rgb(255 246 236 / 0.35); }
.bar nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; font-size: 0.9375rem; }
.bar nav [aria-current] { font-weight: 600; text-decoration: none; }
.who { margin: 0; min-height: 1.4em; font-size: 0.875rem; line-height: 1.4; color: #ffe6d3; }
.document { margin-left: auto; font: 0.8125rem var(--mono); }
.tokens { display: flex; flex-wrap: wrap; gap: 0.4rem; margin-top: 0.6rem; }
.tokens button {
  padding: 0.25rem 0.7rem; border: 1px solid rgb(255 246 236 / 0.4); border-radius: 99px; cursor: pointer;
  background: transparent; color: inherit; font: 0.8125rem/1.4 var(--mono);
}
.tokens button:hover { background: rgb(255 246 236 / 0.15); }
.tokens button[aria-pressed=true] { border-color: #fff6ec; background: #fff6ec; color: #6a1122; }
.plain { margin: 2rem 1.25rem; }

/** Doubled to outweigh Swagger UI's own rules, also in dark mode. */
html .swagger-ui.swagger-ui :is(.schemes-server-container, .servers-title, .servers) { display: none; }
html .swagger-ui.swagger-ui .scheme-container { margin: 0 0 1rem; padding: 0; background: none; box-shadow: none; }
html .swagger-ui.swagger-ui .scheme-container .schemes { justify-content: flex-end; }
html .swagger-ui.swagger-ui .information-container .info { margin: 2.25rem 0 0; }
html .swagger-ui.swagger-ui .info .title { font: 600 2rem/1.3 var(--serif); }
html .swagger-ui.swagger-ui, html .swagger-ui.swagger-ui :is(h3, h4, h5, p, li, label, select, button, thead td, thead th, .btn,
  .info a, .opblock-tag, .opblock-tag small, .opblock-summary-method, .opblock-summary-description,
  .response-col_status, .parameter__name) {
  font-family: var(--sans);
}
html .swagger-ui.swagger-ui .info p { max-width: 60rem; margin-inline: 0; line-height: 1.5; }
html .swagger-ui.swagger-ui .info p code { padding: 0; background: none; color: var(--red); }
html .swagger-ui.swagger-ui .info a { color: var(--red); }
html .swagger-ui.swagger-ui .scheme-container .btn.authorize { border-color: var(--red); color: var(--red); }
html .swagger-ui.swagger-ui .scheme-container .btn.authorize svg { color: inherit; }
html .swagger-ui.swagger-ui .opblock-summary-method { color: #080a0b; text-shadow: none; }
html .swagger-ui.swagger-ui :focus-visible { outline: 3px solid var(--red); outline-offset: 2px; }

/* Colours of Swagger UI that are too faint to be read (WCAG 2.2, success criterion 1.4.3). */
html .swagger-ui.swagger-ui .info .title small { background: #565d6b; }
html .swagger-ui.swagger-ui .info .title small.version-stamp { background: #456000; }
html .swagger-ui.swagger-ui :is(.markdown, .renderedMarkdown) code { color: var(--red); }
html .swagger-ui.swagger-ui .parameter__in { color: var(--soft); }
html .swagger-ui.swagger-ui :is(.examples-select__section-label, .header-col) { color: var(--ink); }
html .swagger-ui.swagger-ui .btn.execute { border-color: #23609f; background: #23609f; }
html .swagger-ui.swagger-ui .scopes h2 a { color: var(--red); }
html .swagger-ui.swagger-ui .opblock-section-header .btn.try-out__btn.cancel { border-color: currentcolor; color: light-dark(#a3213a, #ffb3b3); }
html .swagger-ui.swagger-ui .download-contents { background: #4d5363; }
html .swagger-ui.swagger-ui .microlight span[style*='211, 99, 99'] { color: #f2a0a4 !important; }
html.dark-mode .swagger-ui.swagger-ui .opblock-put .opblock-section-header { background: #4a2f22; }

main:focus { outline: none; }

/** The bar stays visible, and targets of links appear below it. */
@media (width > 48rem) and (height > 30rem) {
  body { display: grid; grid-template-rows: auto 1fr; height: 100dvh; }
  main { overflow: auto; }
}
@media (width <= 48rem) {
  .who { order: 1; width: 100%; }
  /* Beside each other the columns would be wider than the page. */
  html .swagger-ui.swagger-ui .responses-table :is(tbody, tr, td) { display: block; width: auto; max-width: none; }
  html .swagger-ui.swagger-ui .responses-table thead { display: none; }
}
`;
