// The points of an operation, and the spots of its values.

import type { BodyMediaType } from '../openapi/content.ts';
import type { Operation } from '../openapi/document.ts';
import type { Schema } from '../openapi/objects.ts';
import type { OperationResponse } from '../openapi/operation-responses.ts';
import type { Parameter } from '../openapi/parse-parameters.ts';
import type { Part } from '../openapi/references.ts';
import type { SchemaDirection } from '../openapi/schema/schema-validators.ts';
import { isSupportedScheme, type SecurityRequirement } from '../openapi/security.ts';
import type { Dimension } from './dimension.ts';

/** A point beside values. */
interface HeadPoint {
  readonly dimension: Dimension;
  readonly name: string;
}

/** Values with a schema: of a parameter, a body, a response. */
export interface ValueSpot {
  /** The prefix of its points in reports, such as `request`, `200` or `query sort`. */
  readonly whole: string;
  readonly between: ' ' | '.';
  readonly schema: Part<Schema>;
  readonly direction: SchemaDirection;
}

interface PlannedParameter {
  readonly place: Parameter['in'];
  /** Under which its value is found. */
  readonly key: string;
  /** The number of the point that it is given, and that it is left out; -1 where it cannot be. */
  readonly given: number;
  readonly left: number;
  /** The number of the spot of its values; -1 for none. */
  readonly spot: number;
}

/** A media type. */
export interface PlannedType {
  readonly declared: BodyMediaType;
  readonly type: string;
  readonly point: number;
  readonly spot: number;
}

interface PlannedResponse {
  /** The number of its status. */
  readonly number: number;
  readonly types: readonly PlannedType[];
}

export interface OperationPlan {
  readonly points: readonly HeadPoint[];
  readonly spots: readonly ValueSpot[];
  /** The statuses that are declared: `200`, `4XX`, `default`. */
  readonly statuses: readonly string[];
  readonly parameters: readonly PlannedParameter[];
  readonly requestTypes: readonly PlannedType[];
  /** The point that no body is sent; -1 if a body is required, or not declared. */
  readonly withoutBody: number;
  readonly responses: ReadonlyMap<OperationResponse, PlannedResponse>;
  readonly security: readonly { readonly point: number; readonly demands: readonly SecurityRequirement[] }[];
}

/** Plans an operation. The same points and spots always have the same numbers. */
export function planOperation({ parameters, body, responses, security }: Operation): OperationPlan {
  const points: HeadPoint[] = [];
  const byName = new Map<string, number>();
  const add = (dimension: Dimension, name: string): number => {
    const known = byName.get(`${dimension} ${name}`);
    if (known !== undefined) return known;
    byName.set(`${dimension} ${name}`, points.length);
    return points.push({ dimension, name }) - 1;
  };
  const spots: ValueSpot[] = [];
  const addSpot = (
    whole: string,
    between: ValueSpot['between'],
    schema: Part<Schema> | undefined,
    direction: SchemaDirection,
  ) => (schema ? spots.push({ whole, between, schema, direction }) - 1 : -1);
  const planType = (whole: string, declared: BodyMediaType, direction: SchemaDirection): PlannedType => ({
    declared,
    type: declared.type,
    point: add('mediaTypes', `${whole} ${declared.type}`),
    spot: addSpot(whole, ' ', declared.schema, direction),
  });
  return {
    points,
    spots,
    statuses: responses.all.map(({ key }) => key),
    parameters: parameters.map(({ name, in: place, required, schema, content }) => ({
      place,
      key: place === 'header' ? name.toLowerCase() : name,
      given: add('parameters', `${place} ${name}`),
      left: required ? -1 : add('parameters', `${place} without ${name}`),
      spot: addSpot(`${place} ${name}`, '.', schema ?? content?.schema, 'request'),
    })),
    requestTypes: (body?.mediaTypes ?? []).map((one) => planType('request', one, 'request')),
    withoutBody: body && !body.required ? add('mediaTypes', 'request without a body') : -1,
    responses: new Map(
      responses.all.map((response, number) => {
        const types = response.mediaTypes.map((one) => planType(response.key, one, 'response'));
        return [response, { number, types }] as const;
      }),
    ),
    // Certificates and other schemes are not counted.
    security: security
      .filter((demands) => demands.every(({ scheme }) => isSupportedScheme(scheme)))
      .map((demands) => ({
        point: add('security', demands.map(({ name }) => name).join(' + ') || 'nobody'),
        demands,
      })),
  };
}
