// Times as the API tells them.

/** A time with 0, 3, 6 or 9 digits behind the point that do not end in three zeros: most of those that records hold are told as they are. */
const TOLD = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.(\d{3}){0,2}(?!000)\d{3})?Z$/;

/**
 * A time (RFC 3339) as protobuf JSON has it: in UTC, without a fraction for a whole second, else with as few of 3, 6 or 9 digits as
 * say it (google/protobuf/timestamp.proto, "JSON Mapping").
 */
export function timestamp(time: Date | string): string {
  const text = typeof time === 'string' ? time : time.toISOString();
  if (TOLD.test(text)) return text;
  const second = new Date(text).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  const digits = (/\.(\d+)/.exec(text)?.[1] ?? '').slice(0, 9).replace(/0+$/, '');
  const fraction = digits.padEnd(Math.ceil(digits.length / 3) * 3, '0');
  return fraction === '' ? `${second}Z` : `${second}.${fraction}Z`;
}
