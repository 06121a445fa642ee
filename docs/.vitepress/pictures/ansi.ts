// Text with colour codes of terminals, as runs of one style.

export interface Run {
  readonly text: string;
  /** Names of styles: `bold`, `dim`, or a colour. */
  readonly styles: readonly string[];
}

const CODE = new RegExp(`${String.fromCharCode(27)}\\[([\\d;]*)m`);
const STYLES: Readonly<Record<number, string>> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  34: 'blue',
  35: 'magenta',
  36: 'cyan',
  90: 'dim',
};
/** What each code ends. */
const ENDS: Readonly<Record<number, (style: string) => boolean>> = {
  0: () => true,
  22: (style) => style === 'bold' || style === 'dim',
  39: (style) => style !== 'bold',
};

/** The runs of one line. @throws Error for a code that is not known here */
export function readAnsi(line: string): readonly Run[] {
  const runs: Run[] = [];
  let styles: readonly string[] = [];
  for (const [index, piece] of line.split(CODE).entries()) {
    if (index % 2 === 0) {
      if (piece !== '') runs.push({ text: piece, styles });
      continue;
    }
    for (const code of piece.split(';').map(Number)) {
      const ends = ENDS[code];
      const style = STYLES[code];
      if (!ends && style === undefined) throw new Error(`the colour code ${code} has no style in pictures`);
      styles = ends ? styles.filter((one) => !ends(one)) : [...styles, style ?? ''];
    }
  }
  return runs;
}

/** Breaks runs into lines of at most this many characters, at blanks where there are some. */
export function wrapRuns(runs: readonly Run[], width: number): readonly (readonly Run[])[] {
  const lines: Run[][] = [[]];
  let free = width;
  const words = runs.flatMap(({ text, styles }) => text.split(/(?<= )/).map((word) => ({ text: word, styles })));
  for (const { text, styles } of words) {
    if (text.trimEnd().length > free && free < width) {
      lines.push([]);
      free = width;
    }
    for (let from = 0; from < text.length; from += width) {
      if (from > 0) lines.push([]);
      const part = text.slice(from, from + width);
      lines.at(-1)?.push({ text: part, styles });
      free = (from > 0 ? width : free) - part.length;
    }
  }
  return lines.map(joinRuns);
}

/** Joins neighbours of the same style. */
function joinRuns(runs: readonly Run[]): readonly Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last?.styles.join() !== run.styles.join()) joined.push(run);
    else joined[joined.length - 1] = { text: last.text + run.text, styles: run.styles };
  }
  return joined;
}
