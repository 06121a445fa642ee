// What is on its way out: deprecations, and until when something is there.

/** What is said of when something goes. */
export interface Lifecycle {
  readonly isDeprecated: boolean;
  /** The day, as it is written (`x-sunset`); undefined where nobody said one. */
  readonly sunset: unknown;
}

/** What an operation or a parameter says of when it goes. */
export function lifecycleOf(part: object): Lifecycle {
  const { deprecated, 'x-sunset': sunset } = part as { readonly deprecated?: unknown; readonly 'x-sunset'?: unknown };
  return { isDeprecated: deprecated === true, sunset };
}

/** What has changed of it: the end of a rule's id, and the end of a sentence; undefined where nothing is earlier than it was. */
export function lifecycleChange(
  old: Lifecycle,
  now: Lifecycle,
): { readonly rule: 'deprecated' | 'not-deprecated' | 'sunset-changed'; readonly what: string } | undefined {
  if (old.isDeprecated && !now.isDeprecated) return { rule: 'not-deprecated', what: 'no longer deprecated' };
  if (!now.isDeprecated) return undefined;
  if (!old.isDeprecated) {
    const end = now.sunset === undefined ? '' : `, sunset ${String(now.sunset)}`;
    return { rule: 'deprecated', what: `deprecated${end}` };
  }
  if (old.sunset === undefined || !isEarlier(old.sunset, now.sunset)) return undefined;
  const when = now.sunset === undefined ? 'none' : String(now.sunset);
  return { rule: 'sunset-changed', what: `sunset changed from ${String(old.sunset)} to ${when}` };
}

/** Whether something goes earlier than was said, or it is not said any more when. */
function isEarlier(before: unknown, after: unknown): boolean {
  const is = dayOf(after);
  return is === undefined || is < (dayOf(before) ?? Number.NEGATIVE_INFINITY);
}

/** How something went, as the end of a rule's id; undefined where nobody said that it would. */
export function goneBy(
  { isDeprecated, sunset }: Lifecycle,
  today: Date,
): 'before-sunset' | 'after-sunset' | 'when-deprecated' | undefined {
  if (!isDeprecated) return undefined;
  const day = dayOf(sunset);
  if (day === undefined) return 'when-deprecated';
  return day > today.getTime() ? 'before-sunset' : 'after-sunset';
}

/** A day in milliseconds; undefined where none can be read. */
function dayOf(sunset: unknown): number | undefined {
  const day = Date.parse(String(sunset));
  return Number.isNaN(day) ? undefined : day;
}
