// Comparison of the output in a page with the printed output.

/** Whether a text matches the page: `…` alone on a line matches any lines, within a line any text. */
export function isShown(shown: string, printed: string): boolean {
  return new RegExp(`^${patternOf(shown)}$`).test(linesOf(printed));
}

/** Whether the shown lines are among the printed ones. */
export function hasShown(shown: string, printed: string): boolean {
  return new RegExp(`(^|\\n)${patternOf(shown)}`).test(linesOf(printed));
}

function patternOf(shown: string): string {
  return linesOf(shown)
    .split('\n')
    .slice(0, -1)
    .map((line) => (line.trim() === '…' ? '([^\\n]*\\n)*?' : `${line.split('…').map(quote).join('[^\\n]*')}\\n`))
    .join('');
}

function quote(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Each line without trailing blanks, and with a line break. */
function linesOf(text: string): string {
  return `${text.replaceAll(/[ \t\r]+$/gm, '').replaceAll(/^\n+|\n+$/g, '')}\n`;
}
