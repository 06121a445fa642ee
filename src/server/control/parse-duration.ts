// Parses durations: `90s`, `2h`, `1d 12h`.

/** Milliseconds in each unit. */
const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** A duration in milliseconds. @param text - of numbers with units, as the document of the control API allows it */
export function parseDuration(text: string): number {
  let total = 0;
  for (const [, number, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g))
    total += Number(number) * (UNITS[unit] ?? 0);
  return Math.round(total);
}
