// Adds the style sheets of tabs when their modules are loaded.

/** @param text - of a style sheet, applied after that of the frame */
export function adoptStyle(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
