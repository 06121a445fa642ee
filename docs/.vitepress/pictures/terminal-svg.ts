// A recording of terminals as an animated SVG, without scripts. It plays once and ends with all lines shown.

import { type Run, readAnsi, wrapRuns } from './ansi.ts';

/** A line that appears in one of the terminals. */
export interface Event {
  /** Which terminal, from the top. */
  readonly terminal: number;
  readonly text: string;
  /** Whether a person types it, after a prompt. */
  readonly isTyped?: boolean;
  /** Seconds after the line before. */
  readonly pause: number;
}

interface Placed {
  readonly runs: readonly Run[];
  readonly isTyped: boolean;
  readonly start: number;
  /** How many words of the same command are typed before, in other lines. */
  readonly wordsBefore: number;
}

const COLUMNS = 100;
const CHARACTER = 8.43;
const LINE = 20;
const PADDING = 16;
const BAR = 28;
const GAP = 14;
/** Seconds for each typed word. */
const PER_WORD = 0.12;

const STYLE = `
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #e6dcd3; white-space: pre; }
.title { font-size: 12px; fill: #a3958d; text-anchor: middle; }
.bold { font-weight: 700; } .dim { fill: #a3958d; } .prompt { fill: #f2a0a4; }
.red { fill: #f2a0a4; } .green { fill: #8fd6a5; } .yellow { fill: #f0c36d; }
.blue { fill: #9cc4f5; } .magenta { fill: #dcb0ee; } .cyan { fill: #8fd3d6; }
.shown { animation: show 0.01s linear both; }
@keyframes show { from { visibility: hidden; } to { visibility: visible; } }
@media (prefers-reduced-motion: reduce) { .shown { animation: none; } }
`;

/**
 * @param titles - of the terminals, from the top
 * @param description - for readers who do not see the picture
 */
export function terminalSvg(titles: readonly string[], events: readonly Event[], description: string): string {
  const terminals: Placed[][] = titles.map(() => []);
  let time = 0.4;
  for (const { terminal, text, isTyped = false, pause } of events) {
    time += pause;
    let wordsBefore = 0;
    for (const runs of wrapRuns(readAnsi(text), isTyped ? COLUMNS - 2 : COLUMNS)) {
      terminals[terminal]?.push({ runs, isTyped, start: time, wordsBefore });
      wordsBefore += runs.flatMap((run) => run.text.split(' ')).length;
    }
    if (isTyped) time += wordsBefore * PER_WORD;
  }
  const width = Math.round(COLUMNS * CHARACTER + 2 * PADDING);
  let top = 0;
  const drawn = terminals.map((lines, index) => {
    const height = BAR + lines.length * LINE + PADDING;
    const text = lines.map((line, row) => lineText(line, top + BAR + (row + 1) * LINE - 4));
    const frame = `<rect x="0.5" y="${top + 0.5}" width="${width - 1}" height="${height - 1}" rx="8" fill="#171312" stroke="#3a302d"/>`;
    const title = `<text class="title" x="${width / 2}" y="${top + 18}">${escapeXml(titles[index] ?? '')}</text>`;
    top += height + GAP;
    return [frame, title, ...text].join('\n');
  });
  const height = top - GAP;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">${escapeXml(description)}</title>
<style>${STYLE}</style>
${drawn.join('\n')}
</svg>
`;
}

function lineText({ runs, isTyped, start, wordsBefore }: Placed, y: number): string {
  const content = runs.map(({ text, styles }) => {
    if (!isTyped) return `<tspan${styles.length > 0 ? ` class="${styles.join(' ')}"` : ''}>${escapeXml(text)}</tspan>`;
    const words = text.split(/(?<= )/).map((word, index) => {
      const delay = start + 0.3 + (wordsBefore + index) * PER_WORD;
      return `<tspan class="shown" style="animation-delay: ${delay.toFixed(2)}s">${escapeXml(word)}</tspan>`;
    });
    return `<tspan class="prompt">${wordsBefore === 0 ? '$ ' : '  '}</tspan>${words.join('')}`;
  });
  return `<text class="shown" style="animation-delay: ${start.toFixed(2)}s" x="${PADDING}" y="${y}">${content.join('')}</text>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
