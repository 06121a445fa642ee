// Rejects unknown options, which would be ignored silently.

import { didYouMean, findNearestName } from '../../schema/nearest-name.ts';

/**
 * @param place - the function or setting that has the options
 * @throws TypeError for a key that is not among the names
 */
export function requireKnownOptions(place: string, given: object, names: readonly string[]): void {
  const unknown = Object.keys(given).find((key) => !names.includes(key));
  if (unknown === undefined) return;
  const nearest = findNearestName(unknown, names);
  throw new TypeError(`${place} has no option ${unknown}${didYouMean(nearest) || `; it has ${names.join(', ')}`}`);
}
