// Style sheets of tabs: each tab has its own, put on the page when its modules are loaded.

/** @param text - of a style sheet; that of the frame comes before it */
export function adoptStyle(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
