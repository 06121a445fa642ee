// Compares the output that a page shows with the one that was printed.

/** Whether a text is what a page shows: `…` alone on a line stands for any lines, within a line for any text. */
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

/** Each line without blanks at its end, and with a line break. */
function linesOf(text: string): string {
  return `${text.replaceAll(/[ \t\r]+$/gm, '').replaceAll(/^\n+|\n+$/g, '')}\n`;
}
