// Removal of validation errors that only follow from others.

import type { ErrorObject } from 'ajv';
import { errorPointer, explain } from './explain.ts';

/**
 * Removes errors that follow from others. If a value matches none of several alternatives, only errors of those for its
 * type remain; if there is none, one error lists the allowed values. Duplicates are removed.
 */
export function withoutConsequences(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  if (errors.length < 2) return errors;
  const named = withNames(errors);
  const places = new Map<string, ErrorObject[]>();
  for (const error of named) {
    const here = places.get(error.instancePath);
    if (here) here.push(error);
    else places.set(error.instancePath, [error]);
  }
  const isRight = (place: string) => named.some(({ instancePath }) => instancePath.startsWith(`${place}/`));
  const told = new Map<ErrorObject, ErrorObject>();
  for (const [place, here] of places) {
    for (const [error, words] of worthTelling(here, () => isRight(place))) told.set(error, words);
  }
  const said = new Set<string>();
  return named.flatMap((error) => {
    const words = told.get(error);
    const sentence = words && `${errorPointer(words)} ${explain(words)}`;
    if (!words || !sentence || said.has(sentence)) return [];
    said.add(sentence);
    return [words];
  });
}

/** Merges the errors of a property name into one that includes the reason. */
function withNames(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.flatMap((error) => {
    if (error.propertyName !== undefined) return [];
    if (error.keyword !== 'propertyNames') return [error];
    const { propertyName: name } = error.params;
    const why = errors.find(
      ({ propertyName, instancePath }) => propertyName === name && instancePath === error.instancePath,
    );
    const message = `must not have the property "${name}"${why ? `, whose name ${explain(why)}` : ''}`;
    return [{ ...error, message }];
  });
}

/**
 * The relevant errors of one location, possibly rewritten.
 *
 * @param isRight - whether there are errors below, so that the value has a matching type
 */
function* worthTelling(
  here: readonly ErrorObject[],
  isRight: () => boolean,
): Generator<readonly [error: ErrorObject, words: ErrorObject]> {
  const types = here.filter(({ keyword }) => keyword === 'type');
  if (!here.some(isChoice)) {
    for (const error of types.length > 0 ? types : here) yield [error, error];
    return;
  }
  const follows = ({ parentSchema }: ErrorObject) => types.some((type) => type.parentSchema === parentSchema);
  const alternatives = here.filter((error) => error.keyword === 'type' || (isListed(error) && !follows(error)));
  const [first] = alternatives;
  const others = here.filter((error) => !(isChoice(error) || isListed(error) || SAYS_LITTLE.has(error.keyword)));
  if (!first || (others.length > 0 && types.length === 0)) for (const error of here) yield [error, error];
  else if (others.length > 0 || isRight()) for (const error of others) yield [error, error];
  else yield [first, joined(first, alternatives)];
}

/** Keywords whose errors say little next to others. */
const SAYS_LITTLE = new Set(['type', 'false schema']);

/** Whether an error reports that no alternative matches. */
function isChoice({ keyword, params }: ErrorObject): boolean {
  return keyword === 'anyOf' || (keyword === 'oneOf' && params.passingSchemas === null);
}

function isListed({ keyword }: ErrorObject): boolean {
  return keyword === 'enum' || keyword === 'const';
}

/** Merges errors that exclude each other into one. */
function joined(first: ErrorObject, alternatives: readonly ErrorObject[]): ErrorObject {
  const types = alternatives.flatMap(({ keyword, params }) => (keyword === 'type' ? params.type : []));
  const values = alternatives.flatMap(({ keyword, params }) => {
    return keyword === 'enum' ? params.allowedValues : keyword === 'const' ? [params.allowedValue] : [];
  });
  const allowed = values.length > 0 && { allowedValues: [...new Set(values)] };
  if (types.length === 0) return { ...first, keyword: 'enum', params: { ...allowed } };
  return { ...first, keyword: 'type', params: { type: [...new Set<string>(types)], ...allowed }, parentSchema: {} };
}
