// Compares deprecations and sunset dates.

/** The lifecycle keywords of an operation or parameter. */
export interface Lifecycle {
  readonly isDeprecated: boolean;
  /** The sunset date as it is written (`x-sunset`); undefined if there is none. */
  readonly sunset: unknown;
}

/** Reads the lifecycle keywords. */
export function lifecycleOf(part: object): Lifecycle {
  const { deprecated, 'x-sunset': sunset } = part as { readonly deprecated?: unknown; readonly 'x-sunset'?: unknown };
  return { isDeprecated: deprecated === true, sunset };
}

/** The end of a rule id, and of a sentence; undefined if nothing was brought forward. */
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

/** Whether the sunset date is earlier, or was removed. */
function isEarlier(before: unknown, after: unknown): boolean {
  const is = dayOf(after);
  return is === undefined || is < (dayOf(before) ?? Number.NEGATIVE_INFINITY);
}

/** The end of a rule id for a removal; undefined if it was not announced. */
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
