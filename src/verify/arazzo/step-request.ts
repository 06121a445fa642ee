// Builds the request of a step: parameters, body, replacements, credentials.

import { type BodyMediaType, mainMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { cachedMediaType, isJson, matchMediaTypes, parseMediaType } from '../../openapi/media-type.ts';
import { evaluateJsonPath } from '../../openapi/read/overlay/json-path.ts';
import { toDoubles } from '../../schema/json/exact-number.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { pointerSegments } from '../../schema/json-pointer.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { isSecretGiven } from '../../server/pipeline/security/secret-name.ts';
import { addCredentials, type CredentialsByScheme, isCredential } from '../credentials.ts';
import { type RequestInput, type SerializedRequest, serializeRequest } from '../requests/serialize-request.ts';
import { type ParameterObject, type ReplacementObject, type RequestBodyObject, typeName } from './arazzo-objects.ts';
import { type ExpressionScope, isExpression, type ResolvedValue, resolveValue, toText } from './expression.ts';

/** The request of a step. */
export interface StepRequest {
  readonly request: SerializedRequest;
  readonly input: RequestInput;
  /** Omitted values with the reason, such as an expression without a value: `query page ($inputs.page)`. */
  readonly omitted: readonly string[];
  /** Values that reports must not show. */
  readonly secrets: readonly (readonly [name: string, text: string])[];
}

/** The input of a step. */
export interface StepInput {
  /** Those of the step and its workflow. */
  readonly parameters: readonly ParameterObject[];
  readonly requestBody: RequestBodyObject | undefined;
  readonly credentials: CredentialsByScheme;
}

type Location = 'path' | 'query' | 'header' | 'cookie';

/** Builds a request; fails with a clause if the path or body has no value. */
export function createStepRequest(
  operation: Operation,
  { parameters, requestBody, credentials }: StepInput,
  scope: ExpressionScope,
): Result<StepRequest> {
  const omitted: string[] = [];
  const found = { path: {}, query: {}, header: {}, cookie: {} } as Record<Location, Record<string, unknown>>;
  const undeclared: { readonly in: ParameterObject['in']; readonly name: string; readonly text: string }[] = [];
  for (const { name, in: location, value: declaredValue } of parameters) {
    const { value, missing } = resolveValue(declaredValue, scope);
    if (missing.length > 0) omitted.push(`${location} ${name} (${missing.join(', ')})`);
    if (value === undefined) continue;
    const key = location === 'header' ? name.toLowerCase() : name;
    const isDeclared = operation.parameters.some(
      (one) => one.in === location && (location === 'header' ? one.name.toLowerCase() : one.name) === key,
    );
    if (isDeclared && location !== 'querystring') found[location as Location][key] = value;
    else if (location === 'path') omitted.push(`path ${name} (not in ${operation.path})`);
    else undeclared.push({ in: location, name, text: toText(value) });
  }
  const body = requestBody && createBody(operation, requestBody, undeclared, scope);
  if (body && !body.ok) return body;
  omitted.push(...(body?.value.omitted ?? []));
  const input: RequestInput = { ...found, body: body?.value.body, type: body?.value.type };
  const written = serializeRequest(operation, input);
  if (!written.ok)
    return failure(omitted.length > 0 ? `${written.reason}; not sent: ${omitted.join('; ')}` : written.reason);
  const request = undeclared.reduce(addUndeclared, written.value);
  // The author of the workflow may log in by a step, and send its token.
  const isAuthorized = parameters.some(
    ({ in: location = '', name }) =>
      isCredential(operation, { in: location, name }) || (location === 'header' && /^authorization$/i.test(name)),
  );
  const complete = isAuthorized ? undefined : addCredentials(request, operation, credentials).value;
  const sent = {
    ...found.query,
    ...found.header,
    ...found.cookie,
    ...Object.fromEntries(undeclared.map((one) => [one.name, one.text])),
  };
  return success({
    request: complete ?? request,
    input,
    omitted,
    secrets: listSecretValues({ ...sent, body: input.body }),
  });
}

/** Minimum characters of a secret: shorter ones are words of other texts. */
const MIN_SECRET = 4;

/** The texts in a value whose names say that they are secret; of `Bearer xyz` the token. */
function listSecretValues(value: unknown, name = ''): readonly (readonly [name: string, text: string])[] {
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
    return Object.entries(value).flatMap(([key, one]) => listSecretValues(one, Array.isArray(value) ? name : key));
  if (typeof value !== 'string' || !isSecretGiven(name, value)) return [];
  const text = value.replace(/^(?:Bearer|Basic) /i, '');
  return text.length < MIN_SECRET ? [] : [[name, text]];
}

/** Adds a parameter that the document does not declare, or that it ignores, such as `Authorization`. */
function addUndeclared(
  request: SerializedRequest,
  { in: location, name, text }: { readonly in: ParameterObject['in']; readonly name: string; readonly text: string },
): SerializedRequest {
  if (location === 'query' || location === 'querystring') {
    const pair = location === 'querystring' ? text : `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
    return { ...request, target: `${request.target}${request.target.includes('?') ? '&' : '?'}${pair}` };
  }
  if (location === 'header' || location === 'cookie') {
    const headerName = location === 'cookie' ? 'Cookie' : name;
    const before = request.headers.find(([one]) => one.toLowerCase() === headerName.toLowerCase());
    const pair = location === 'cookie' ? [before?.[1] ?? [], `${name}=${text}`].flat().join('; ') : text;
    const others = request.headers.filter((one) => one !== before);
    return { ...request, headers: [...others, [headerName, pair.replaceAll(/[\r\n]+/g, ' ')]] };
  }
  return request;
}

interface StepBody {
  readonly body: unknown;
  readonly type: BodyMediaType;
  readonly omitted: readonly string[];
}

function createBody(
  operation: Operation,
  { contentType, payload, replacements = [] }: RequestBodyObject,
  headers: readonly { readonly name: string; readonly text: string; readonly in: ParameterObject['in'] }[],
  scope: ExpressionScope,
): Result<StepBody> {
  const header = headers.find((one) => one.in === 'header' && /^content-type$/i.test(one.name));
  const type = findBodyType(operation, contentType ?? header?.text);
  const media = cachedMediaType(type.type);
  const { value, missing } = resolvePayload(payload, media !== undefined && isJson(media), scope);
  const omitted = missing.map((one) => `body (${one})`);
  if (value === undefined && payload !== undefined) return failure(`the body has no value: ${missing.join(', ')}`);
  if (replacements.length === 0) return success({ body: value, type, omitted });
  const isForm = typeof value === 'string' && media?.subtype === 'x-www-form-urlencoded';
  let body = structuredClone(isForm ? Object.fromEntries(new URLSearchParams(value)) : value);
  for (const replacement of replacements) {
    const resolved = resolveValue(replacement.value, scope);
    if (resolved.value === undefined) {
      omitted.push(`body ${replacement.target} (${resolved.missing.join(', ')})`);
      continue;
    }
    const replaced = replace(body, replacement, resolved.value);
    if (!replaced.ok) return replaced;
    body = replaced.value;
  }
  return success({ body, type, omitted });
}

/** The declared media type of a body; otherwise the given one, without a schema. */
function findBodyType({ body }: Operation, contentType: string | undefined): BodyMediaType {
  const declared = body?.mediaTypes ?? [];
  const media = contentType === undefined ? undefined : parseMediaType(contentType);
  const [key] = media
    ? matchMediaTypes(
        declared.map(({ type }) => type),
        media,
      )
    : [];
  const found = contentType === undefined ? mainMediaType(declared) : declared.find(({ type }) => type === key);
  if (found && contentType === undefined) return found;
  const none = {
    part: { value: {}, pointer: '' },
    schema: undefined,
    itemSchema: undefined,
    encoding: {},
    examples: [],
  };
  return { ...none, ...found, type: contentType ?? 'application/json' };
}

/**
 * The value of a payload. The texts within a JSON text are templates; if it is no JSON before its expressions are
 * evaluated, it is JSON afterwards, or is sent as it is.
 */
function resolvePayload(
  payload: unknown,
  isOfJson: boolean,
  scope: ExpressionScope,
): Pick<ResolvedValue, 'value' | 'missing'> {
  if (!isOfJson || typeof payload !== 'string' || isExpression(payload)) return resolveValue(payload, scope);
  const template = parseOrKeep(payload);
  if (template !== payload) return resolveValue(template, scope, true);
  const { value, missing } = resolveValue(payload, scope);
  const parsed = parseOrKeep(String(value));
  return { value: parsed === value ? Buffer.from(String(value)) : parsed, missing };
}

function parseOrKeep(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Sets a value in a body; fails with a clause if there is no such place. */
function replace(
  body: unknown,
  { target, targetSelectorType = 'jsonpointer' }: ReplacementObject,
  value: unknown,
): Result<unknown> {
  if (target === '' || target === '$') return success(value);
  let locations: readonly (readonly (string | number)[])[];
  try {
    const isPath = typeName(targetSelectorType) === 'jsonpath';
    locations = isPath ? evaluateJsonPath(target, toDoubles(Object(body))) : [pointerSegments(target)];
  } catch (error) {
    return failure(`the replacement ${target} is no JSONPath (RFC 9535): ${(error as Error).message}`);
  }
  for (const location of locations) {
    const parent = location.slice(0, -1).reduce<unknown>((inner, step) => memberOf(inner, step), body);
    const last = location.at(-1) ?? '';
    if (typeof parent !== 'object' || parent === null) return failure(`the body has no place ${target} to replace`);
    const key = Array.isArray(parent) && last === '-' ? parent.length : last;
    Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
  }
  return locations.length > 0 ? success(body) : failure(`the body has no place ${target} to replace`);
}

function memberOf(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[step];
}
