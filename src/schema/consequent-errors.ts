// Removal of validation errors that only follow from others.

import type { ErrorObject } from 'ajv';
import { errorPointer, explainError } from './explain-error.ts';

/**
 * Removes errors that follow from others. If a value matches none of several alternatives, only errors of those for its
 * type remain; if there is none, one error lists the allowed values. Duplicates are removed.
 */
export function removeConsequentErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  if (errors.length < 2) return errors;
  // Where several alternatives match, errors of the others are no reason.
  const overlapping = errors.flatMap((one) => (one.params.passingSchemas != null ? [`${one.schemaPath}/`] : []));
  const named = mergePropertyNames(errors).filter(
    ({ schemaPath }) => !overlapping.some((choice) => schemaPath.startsWith(choice)),
  );
  const byPointer = new Map<string, ErrorObject[]>();
  for (const error of named) {
    const errorsHere = byPointer.get(error.instancePath);
    if (errorsHere) errorsHere.push(error);
    else byPointer.set(error.instancePath, [error]);
  }
  const hasErrorsBelow = (pointer: string) => named.some(({ instancePath }) => instancePath.startsWith(`${pointer}/`));
  const relevant = new Map<ErrorObject, ErrorObject>();
  for (const [pointer, errorsHere] of byPointer) {
    for (const [error, rewritten] of relevantErrors(errorsHere, () => hasErrorsBelow(pointer)))
      relevant.set(error, rewritten);
  }
  const seenMessages = new Set<string>();
  return named.flatMap((error) => {
    const rewritten = relevant.get(error);
    const messageKey = rewritten && `${errorPointer(rewritten)} ${explainError(rewritten)}`;
    if (!rewritten || !messageKey || seenMessages.has(messageKey)) return [];
    seenMessages.add(messageKey);
    return [rewritten];
  });
}

/** Merges the errors of a property name into one that includes the reason. */
function mergePropertyNames(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.flatMap((error) => {
    if (error.propertyName !== undefined) return [];
    if (error.keyword !== 'propertyNames') return [error];
    const { propertyName: name } = error.params;
    const reason = errors.find(
      ({ propertyName, instancePath }) => propertyName === name && instancePath === error.instancePath,
    );
    const message = `must not have the property "${name}"${reason ? `, whose name ${explainError(reason)}` : ''}`;
    return [{ ...error, message }];
  });
}

/**
 * The relevant errors of one location, possibly rewritten.
 *
 * @param hasErrorsBelow - whether there are errors below, so that the value has a matching type
 */
function* relevantErrors(
  errorsHere: readonly ErrorObject[],
  hasErrorsBelow: () => boolean,
): Generator<readonly [error: ErrorObject, words: ErrorObject]> {
  const types = errorsHere.filter(({ keyword }) => keyword === 'type');
  if (!errorsHere.some(isChoice)) {
    for (const error of types.length > 0 ? types : errorsHere) yield [error, error];
    return;
  }
  const isConsequence = ({ parentSchema }: ErrorObject) => types.some((type) => type.parentSchema === parentSchema);
  const alternatives = errorsHere.filter(
    (error) => error.keyword === 'type' || (isListed(error) && !isConsequence(error)),
  );
  const [first] = alternatives;
  const others = errorsHere.filter(
    (error) => !(isChoice(error) || isListed(error) || UNSPECIFIC_KEYWORDS.has(error.keyword)),
  );
  if (!first || (others.length > 0 && types.length === 0)) for (const error of errorsHere) yield [error, error];
  else if (others.length > 0 || hasErrorsBelow()) for (const error of others) yield [error, error];
  else yield [first, mergeErrors(first, alternatives)];
}

/** Keywords whose errors say little next to others. */
const UNSPECIFIC_KEYWORDS = new Set(['type', 'false schema']);

/** Whether an error reports that no alternative matches. */
function isChoice({ keyword, params }: ErrorObject): boolean {
  return keyword === 'anyOf' || (keyword === 'oneOf' && params.passingSchemas === null);
}

function isListed({ keyword }: ErrorObject): boolean {
  return keyword === 'enum' || keyword === 'const';
}

/** Merges errors that exclude each other into one. */
function mergeErrors(first: ErrorObject, alternatives: readonly ErrorObject[]): ErrorObject {
  const types = alternatives.flatMap(({ keyword, params }) => (keyword === 'type' ? params.type : []));
  const values = alternatives.flatMap(({ keyword, params }) => {
    return keyword === 'enum' ? params.allowedValues : keyword === 'const' ? [params.allowedValue] : [];
  });
  const allowed = values.length > 0 && { allowedValues: [...new Set(values)] };
  if (types.length === 0) return { ...first, keyword: 'enum', params: { ...allowed } };
  return { ...first, keyword: 'type', params: { type: [...new Set<string>(types)], ...allowed }, parentSchema: {} };
}
