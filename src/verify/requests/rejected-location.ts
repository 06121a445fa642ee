// Finds the property or parameter of a request that a server's reason names.

import { getAtPath } from '../../mock/resources/property-path.ts';
import { propertyWords } from '../../mock/samples/generate/property-words.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Parameter } from '../../openapi/parse-parameters.ts';
import type { Part } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isCredential } from '../credentials.ts';
import type { RejectionReason } from '../responses/rejection-reason.ts';
import { isConnectionHeader } from './request-headers.ts';
import { isCondition, type RequestInput } from './serialize-request.ts';
import { collectConstraints, isReadOnly, type VariationContext } from './variation-context.ts';

/** A property of a request body, or a parameter. */
export interface RequestLocation {
  readonly part: 'body' | Parameter['in'];
  /** Of a body from its root; of a parameter its key in the input. Not empty. */
  readonly path: readonly [string, ...string[]];
  /** The name of the parameter, or of the outermost property. */
  readonly name: string;
  /** The schemas of its value. */
  readonly schemas: readonly Part[];
  readonly isRequired: boolean;
}

const MAX_LEVELS = 4;
const MAX_LOCATIONS = 200;
const QUOTES = ['""', "''", '``', '[]', '/:', '/ ', '.:', '<>', '“”', '«»'].map((pair) => [pair[0], pair[1]] as const);
/** Names with fewer characters occur in any text; they count in quotes only. */
const MIN_LENGTH = 3;

/** Undefined if the reason names none. Properties that the server names apart from its text come first. */
export function findRejectedLocation(
  operation: Operation,
  input: RequestInput,
  { text, properties }: RejectionReason,
  variationContext: VariationContext,
): RequestLocation | undefined {
  const locations = listLocations(operation, input, variationContext);
  for (const property of properties) {
    const found = findNamed(locations, property);
    if (found) return found;
  }
  return findInText(locations, text);
}

/** The location with the most final steps in common with a property such as `/data/attributes/name`. */
function findNamed(locations: readonly RequestLocation[], property: string): RequestLocation | undefined {
  const steps = property.split(/[/.[\]]+/).flatMap((step) => propertyWords(step) || []);
  const score = ({ path }: RequestLocation) => {
    const own = path.map(propertyWords);
    const index = own.findIndex((_, count) => own.at(-1 - count) !== steps.at(-1 - count));
    const same = index === -1 ? own.length : index;
    return own.length === 1 && same === 1 ? 1.5 : same;
  };
  const [best] = locations.toSorted((one, other) => score(other) - score(one));
  return best && score(best) >= 1 ? best : undefined;
}

/** The location whose name occurs first in a text; at one place the longest name. */
function findInText(locations: readonly RequestLocation[], text: string): RequestLocation | undefined {
  const words = ` ${propertyWords(text)} `;
  const found = locations.flatMap((location) => {
    const name = location.path.at(-1) ?? '';
    if (/^\d*$/.test(name)) return [];
    if (QUOTES.some(([before, after]) => text.includes(`${before}${name}${after}`)))
      return [{ location, at: -1, length: name.length }];
    const at = name.length < MIN_LENGTH ? -1 : words.indexOf(` ${propertyWords(name)} `);
    return at < 0 ? [] : [{ location, at, length: name.length }];
  });
  return found.toSorted((one, other) => one.at - other.at || other.length - one.length)[0]?.location;
}

/** All locations that have a value, or may have one. */
export function listLocations(
  operation: Operation,
  { body, type }: RequestInput,
  variationContext: VariationContext,
): readonly RequestLocation[] {
  const locations: RequestLocation[] = [];
  const addBelow = (schemas: readonly Part[], current: unknown, path: readonly string[]): void => {
    const constraints = collectConstraints(schemas, current, variationContext);
    const children = isRecord(current)
      ? [...new Set([...Object.keys(current), ...constraints.properties.keys()])]
      : Array.isArray(current) && current.length > 0
        ? ['0']
        : [];
    for (const name of children) {
      if (locations.length === MAX_LOCATIONS) return;
      const own = isRecord(current)
        ? (constraints.properties.get(name) ?? constraints.others)
        : [...(constraints.first[0] ?? []), ...constraints.item];
      if (isRecord(current) && isReadOnly(own, variationContext)) continue;
      const at = [...path, name] as const;
      const [outermost = name] = at;
      const isRequired = !isRecord(current) || constraints.required.has(name);
      locations.push({ part: 'body', path: [outermost, ...at.slice(1)], name: outermost, schemas: own, isRequired });
      const inner = getAtPath(current, [name]);
      if (at.length < MAX_LEVELS && inner !== undefined) addBelow(own, inner, at);
    }
  };
  if (type?.schema && body !== undefined && !(body instanceof Uint8Array)) addBelow([type.schema as Part], body, []);
  for (const parameter of operation.parameters) {
    const { name, in: part, schema, content, required } = parameter;
    if (isConnectionHeader(parameter) || isCredential(operation, parameter) || isCondition(operation, name)) continue;
    const own = schema ?? content?.schema;
    const key = part === 'header' ? name.toLowerCase() : name;
    locations.push({ part, path: [key], name, schemas: own ? [own as Part] : [], isRequired: required });
  }
  return locations;
}
