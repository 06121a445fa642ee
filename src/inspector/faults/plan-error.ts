// Assigns an error of the server to a field of the fault form.

/** Why a plan was rejected, and the field that the error is about. */
export interface PlanError {
  readonly message: string;
  /** A field of the plan (`operation`, `steps`, `steps/1/delay` …); `plan` for the whole plan. */
  readonly place: string;
}

export function planErrorOf(message: string): PlanError {
  return { message, place: placeOf(message) };
}

function placeOf(message: string): string {
  const [, pointer] = /^body \/([\w/]+)/.exec(message) ?? [];
  if (pointer !== undefined) return pointer.replace(/^on\//, '');
  const [, word, step] = /^(?:unknown (operation|API|path|method) |step (\d+) )/.exec(message) ?? [];
  if (word !== undefined) return word === 'API' ? 'operation' : word;
  if (step === undefined) return 'plan';
  const place = `steps/${Number(step) - 1}`;
  return / uses example /.test(message) ? `${place}/example` : place;
}

/** The message, if the error is about this field or a part of it. */
export function problemAt(error: PlanError | undefined, place: string): string | undefined {
  return error && (error.place === place || error.place.startsWith(`${place}/`)) ? error.message : undefined;
}
