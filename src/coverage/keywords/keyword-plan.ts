// Plans which schema keywords requests of an operation can cover.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { cachedMediaType, isJson } from '../../openapi/media-type.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Parameter } from '../../openapi/parse-parameters.ts';
import type { Part } from '../../openapi/references.ts';
import {
  type ConstrainedSchema,
  collectConstrainedSchemas,
} from '../../openapi/schema/keyword-constraints/constrained-schemas.ts';
import {
  CONSTRAINT_OUTCOMES,
  type KeywordConstraint,
} from '../../openapi/schema/keyword-constraints/keyword-constraint.ts';
import type { SchemaIndex } from '../../openapi/schema/schema-index.ts';

/** A keyword with the numbers of its outcomes, in the order of `SHOWN`; -1 for impossible ones. */
export interface PlannedKeyword {
  readonly ask: KeywordConstraint;
  readonly numbers: readonly number[];
}

/** A value of a request. */
export interface PlannedValue {
  /** The numbers of `required`, satisfied and violated; -1 if it is not declared, or impossible. */
  readonly there: number;
  readonly missing: number;
  /** Undefined where no schema describes it. */
  readonly schema: ConstrainedSchema | undefined;
}

export interface KeywordPlan {
  /** The names of all that can be shown, by their numbers. */
  readonly names: readonly string[];
  readonly schemas: ReadonlyMap<ConstrainedSchema, readonly PlannedKeyword[]>;
  readonly parameters: readonly (PlannedValue & { readonly place: Parameter['in']; readonly key: string })[];
  readonly body: PlannedValue;
  /** The bodies, by their media types. */
  readonly types: ReadonlyMap<BodyMediaType, ConstrainedSchema | undefined>;
  /** Whether some keywords are not counted. */
  readonly isCut: boolean;
}

/** How many schemas of one value, and how many things of one operation, are counted. */
const MOST_SCHEMAS = 200;
const MOST_POINTS = 4000;

/** @param places - of the document */
export function planKeywords(operation: Operation, document: Document, places: SchemaIndex): KeywordPlan {
  const names: string[] = [];
  const byName = new Map<string, number>();
  const schemas = new Map<ConstrainedSchema, readonly PlannedKeyword[]>();
  let isCut = false;
  const add = (name: string): number => {
    const known = byName.get(name);
    if (known !== undefined) return known;
    isCut ||= names.length === MOST_POINTS;
    if (names.length === MOST_POINTS) return -1;
    byName.set(name, names.length);
    return names.push(name) - 1;
  };
  const planned = (schema: Part<Schema> | undefined, location: ValueOrigin): ConstrainedSchema | undefined => {
    if (!schema) return undefined;
    const settings = { ...location, references: operation.references, places, maxSchemas: MOST_SCHEMAS };
    const { schemas: all, isTruncated: hasMore } = collectConstrainedSchemas(schema, {
      ...settings,
      fits: (part, value) => document.validate(part as Part<Schema>, value, 'request').length === 0,
    });
    isCut ||= hasMore;
    for (const constrained of all) {
      const asks = constrained.constraints.map((ask): PlannedKeyword => {
        const at = placeOf(location, constrained.path, ask.property);
        return {
          ask,
          numbers: CONSTRAINT_OUTCOMES.map((one) =>
            ask.possibleOutcomes.includes(one) ? add(`${at}: ${ask.name} ${one}`) : -1,
          ),
        };
      });
      schemas.set(constrained, asks);
    }
    return all[0];
  };
  const required = (whole: string, isRequired: boolean, canMiss = true) => ({
    there: isRequired ? add(`${whole}: required satisfied`) : -1,
    missing: isRequired && canMiss ? add(`${whole}: required violated`) : -1,
  });
  const parameters = operation.parameters.map(({ name, in: place, required: isRequired, schema, content }) => {
    const whole = `${place} ${name}`;
    const isPath = place === 'path';
    const location: ValueOrigin = {
      whole,
      between: '.',
      isText: !content || !isJsonType(content.type),
      isNeverEmpty: isPath,
    };
    return {
      place,
      key: place === 'header' ? name.toLowerCase() : name,
      // A path without one of its values is another path.
      ...required(whole, isRequired && !isPath),
      schema: planned(schema ?? content?.schema, location),
    };
  });
  const body = { ...required('request', operation.body?.required === true), schema: undefined };
  const types = new Map(
    (operation.body?.mediaTypes ?? []).map((one) => {
      const location: ValueOrigin = {
        whole: 'request',
        between: ' ',
        isText: !isJsonType(one.type),
        isNeverEmpty: false,
      };
      return [one, planned(one.schema, location)] as const;
    }),
  );
  return { names, schemas, parameters, body, types, isCut };
}

interface ValueOrigin {
  /** The name of its values, and the separator before the name of a property. */
  readonly whole: string;
  readonly between: ' ' | '.';
  readonly isText: boolean;
  readonly isNeverEmpty: boolean;
}

function placeOf({ whole, between }: ValueOrigin, path: string, property: string | undefined): string {
  const inside = property === undefined ? path : path === '' ? property : `${path}.${property}`;
  if (inside === '') return whole;
  return `${whole}${between === '.' && /^[[(]/.test(inside) ? '' : between}${inside}`;
}

function isJsonType(type: string): boolean {
  const media = cachedMediaType(type);
  return media !== undefined && isJson(media);
}
