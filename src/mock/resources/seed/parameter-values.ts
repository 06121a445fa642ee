// Generated values of path parameters without a resource, shared by all paths.

import { isStringOrNumber } from '../../../schema/json/exact-number.ts';
import type { Inference } from '../inference.ts';
import { findOperationsAt, findOperationsBelow } from '../operations-at.ts';
import type { Resource } from '../resource.ts';

/** The value of a path parameter of a resource; empty if none can be generated. */
export type ParameterValue = (resource: Resource, parameter: string) => string;

export function createParameterValues({ document, sample }: Pick<Inference, 'document' | 'sample'>): ParameterValue {
  const cache = new Map<string, string>();
  const make = ({ path }: Resource, parameter: string): string => {
    const before = path.slice(0, path.indexOf(`{${parameter}}`));
    // Other paths may use another name for the parameter.
    const operations = [
      findOperationsAt(document, path),
      findOperationsBelow(document, `${before}{${parameter}}`),
    ].flat();
    const named = operations
      .flatMap(({ parameters }) => parameters)
      .find((one) => one.in === 'path' && one.name === parameter && one.schema !== undefined);
    const key = before.replaceAll(/\{[^{}]*\}/g, '{}');
    const value = named?.schema && sample(named.schema, key, { index: 0 });
    return isStringOrNumber(value) ? String(value) : '';
  };
  return (resource, parameter) => {
    const key = `${resource.path} ${parameter}`;
    const value = cache.get(key) ?? make(resource, parameter);
    cache.set(key, value);
    return value;
  };
}
