// Where in a form a refusal of the stand-in belongs.

/** Why a plan was refused, and which field that is about. */
export interface Refusal {
  readonly message: string;
  /** A field of the plan (`operation`, `steps`, `steps/1/delay` …); `plan` when it is about all of it. */
  readonly place: string;
}

export function refusalOf(message: string): Refusal {
  return { message, place: placeOf(message) };
}

function placeOf(message: string): string {
  const [, pointer] = /^body \/([\w/]+)/.exec(message) ?? [];
  if (pointer !== undefined) return pointer.replace(/^on\//, '');
  const [, said, step] = /^(?:unknown (operation|API|path|method) |step (\d+) )/.exec(message) ?? [];
  if (said !== undefined) return said === 'API' ? 'operation' : said;
  if (step === undefined) return 'plan';
  const place = `steps/${Number(step) - 1}`;
  return / uses example /.test(message) ? `${place}/example` : place;
}

/** The refusal, where it is about this field, or about something in it. */
export function refusedAt(refusal: Refusal | undefined, place: string): string | undefined {
  return refusal && (refusal.place === place || refusal.place.startsWith(`${place}/`)) ? refusal.message : undefined;
}
