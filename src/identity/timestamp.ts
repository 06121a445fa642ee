// Timestamps in the format of the API.

/**
 * A time (RFC 3339) in protobuf JSON: in UTC, without a fraction for a whole second, else with 3, 6 or 9 digits
 * (google/protobuf/timestamp.proto, "JSON Mapping").
 */
export function timestamp(time: Date | string): string {
  if (typeof time === 'string') return isCanonical(time) ? time : formatTime(time);
  const at = time.getTime();
  if (at !== latest.at) latest = { at, text: formatTime(time.toISOString()) };
  return latest.text;
}

/** The last formatted time: many requests come within one. */
let latest = { at: Number.NaN, text: '' };

/** How long a time is with 0, 3, 6 or 9 digits behind the point. */
const LENGTHS: readonly number[] = [20, 24, 27, 30];

/** Whether a time needs no conversion, as most stored ones. Valid times of this length have one form. */
function isCanonical(time: string): boolean {
  const isInUtc = time[10] === 'T' && time.endsWith('Z') && LENGTHS.includes(time.length);
  return isInUtc && (time.length === 20 || !time.endsWith('000Z'));
}

function formatTime(time: string): string {
  const second = new Date(time).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  const digits = (/\.(\d+)/.exec(time)?.[1] ?? '').slice(0, 9).replace(/0+$/, '');
  const fraction = digits.padEnd(Math.ceil(digits.length / 3) * 3, '0');
  return fraction === '' ? `${second}Z` : `${second}.${fraction}Z`;
}
