// An Arazzo workflow from a recording: its requests as steps, with the ids that responses returned.

import { createSampler } from '../../mock/samples/generate/sampler.ts';
import type { Document } from '../../openapi/document.ts';
import { findSecretNames } from '../../openapi/find-secret-names.ts';
import { isJson, parseMediaType } from '../../openapi/media-type.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import { isScalar } from '../../openapi/schema/scalar.ts';
import { childPointer, pointerSegments } from '../../schema/json-pointer.ts';
import type { CredentialForms } from '../../server/pipeline/security/credential-forms.ts';
import type { StepObject } from '../arazzo/arazzo-objects.ts';
import { jsonIn } from '../requests/json-body.ts';
import type { MatchedExchange } from './match-recording.ts';
import { redactCredentials, withoutSecrets } from './recording-redaction.ts';

export interface RecordedWorkflow {
  /** The Arazzo document. */
  readonly arazzo: object;
  readonly steps: number;
  readonly notices: readonly string[];
}

/** Maximum steps of a workflow, and maximum depth and number of ids in a response. */
const MAX_STEPS = 1000;
const MAX_DEPTH = 4;
const MAX_IDS = 100;

/** Statuses that depend on the caller, or on the number of requests. */
const ABOUT_CALLERS = new Set([401, 403, 429]);

/** @param url - of the document, relative to the workflow */
export async function workflowFromRecording(
  document: Document,
  recorded: readonly MatchedExchange[],
  credentials: CredentialForms,
  url: string,
): Promise<RecordedWorkflow> {
  const sampler = await createSampler(document);
  const ids = new ReturnedIds();
  const usedNames = new Map<string, number>();
  const steps: (StepObject & { readonly outputs: Record<string, string> })[] = [];
  const usable = recorded.filter((one) => one.response.status < 500 && !ABOUT_CALLERS.has(one.response.status));
  const complete = usable.filter((one) => one.request.body === undefined || textBody(one) !== undefined);
  for (const exchange of complete.slice(0, MAX_STEPS)) {
    const { operation, request, response, decoded } = exchange;
    const { references } = document;
    const redaction = {
      references,
      sampler,
      names: findSecretNames(operation),
      direction: 'request',
      all: true,
    } as const;
    const plain = (value: unknown, schema?: typeof operation.requestSchema) =>
      withoutSecrets(redactCredentials(value, credentials), schema, redaction);
    const { values } = operation.parameterReader.read(request.rawParameters);
    const parameters = (['path', 'query', 'header', 'cookie'] as const).flatMap((place) =>
      Object.entries(Object(plain(values[place]))).map(([name, value]) => {
        return { name, in: place, value: ids.replace(value, name, place === 'path') };
      }),
    );
    const body = textBody(exchange);
    const payload = body && (body.json === undefined ? plain(body.text) : plain(body.json, operation.requestSchema));
    const stepId = nameStep(operation.id, usedNames);
    const outputs: Record<string, string> = {};
    const operationId = operation.part.value.operationId;
    steps.push({
      stepId,
      ...(operationId === undefined
        ? { operationPath: `{$sourceDescriptions.api.url}#${operation.part.pointer}` }
        : { operationId }),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: { contentType: body.type, payload: ids.replace(payload) } }),
      successCriteria: [{ condition: `$statusCode == ${response.status}` }],
      outputs,
    });
    const isRead = SAFE_METHODS.has(operation.method);
    if (response.status < 300) ids.add(decoded.value, { stepId, outputs, isRead });
  }
  const omitted = recorded.length - steps.length;
  return {
    arazzo: {
      arazzo: '1.0.1',
      info: { title: document.source.bundled.info.title, version: document.source.bundled.info.version },
      sourceDescriptions: [{ name: 'api', url, type: 'openapi' }],
      workflows: [{ workflowId: 'recording', steps: steps.map(withUsedOutputs) }],
    },
    steps: steps.length,
    notices:
      omitted > 0
        ? [`Left out ${omitted} requests: errors of the server or of access, binary bodies, or too many.`]
        : [],
  };
  function withUsedOutputs({ outputs, ...step }: (typeof steps)[number]): StepObject {
    const used = Object.entries(outputs).filter(([name]) => ids.used.has(`${step.stepId} ${name}`));
    return used.length === 0 ? step : { ...step, outputs: Object.fromEntries(used) };
  }
}

/** The body of a request, if it is text. */
function textBody({
  request: { headers, body },
}: MatchedExchange): { readonly type: string; readonly text: string; readonly json: unknown } | undefined {
  const [, type = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const media = parseMediaType(type);
  if (!body || !media) return undefined;
  const text = Buffer.from(body).toString();
  if (!Buffer.from(text).equals(Buffer.from(body)) || media.type === 'multipart') return undefined;
  return { type, text, json: isJson(media) ? jsonIn(body) : undefined };
}

/** A name that is unique: `addPet`, `addPet-2`. */
function nameStep(operationId: string, used: Map<string, number>): string {
  const name = operationId.replaceAll(/[^\w-]+/g, '-');
  const count = (used.get(name) ?? 0) + 1;
  used.set(name, count);
  return count === 1 ? name : `${name}-${count}`;
}

/** Minimum characters of an id that was only read: shorter ones and numbers may be equal by chance. */
const DISTINCTIVE = 8;

/** The step whose response has ids. */
interface IdSource {
  readonly stepId: string;
  /** Receives an output for each id. */
  readonly outputs: Record<string, string>;
  /** Whether the ids existed before. */
  readonly isRead: boolean;
}

/** Ids, cursors and the like in responses. */
class ReturnedIds {
  readonly #sources = new Map<string, { readonly stepId: string; readonly output: string; readonly name: string }>();
  /** The outputs that steps refer to: `addPet id`. */
  readonly used = new Set<string>();

  add(value: unknown, { stepId, outputs, isRead }: IdSource): void {
    for (const [pointer, id] of listIds(value)) {
      if (isRead && (typeof id !== 'string' || id.length < DISTINCTIVE)) continue;
      const segments = pointerSegments(pointer);
      const output = segments.join('-').replaceAll(/[^\w.-]+/g, '-');
      const key = `${typeof id} ${id}`;
      if (this.#sources.has(key)) continue;
      outputs[output] = `$response.body#${pointer}`;
      this.#sources.set(key, { stepId, output, name: segments.at(-1) ?? '' });
    }
  }

  /**
   * A value with expressions in place of ids.
   *
   * @param isPath - whether it is in a path, where texts may be numbers
   */
  replace(value: unknown, name = '', isPath = false): unknown {
    if (Array.isArray(value)) return value.map((one) => this.replace(one, name, isPath));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.replace(one, key)]));
    if (!isScalar(value) || !(isPath || isIdName(name))) return value;
    const keys = [`${typeof value} ${value}`, ...(isPath ? [`number ${value}`, `string ${value}`] : [])];
    const source = keys.map((key) => this.#sources.get(key)).find((one) => one !== undefined);
    if (!source || !(isIdName(source.name) || source.name === name)) return value;
    this.used.add(`${source.stepId} ${source.output}`);
    return `$steps.${source.stepId}.outputs.${source.output}`;
  }
}

function isIdName(name: string): boolean {
  return /^(?:id|uuid|slug|key|code|number|cursor)$|(?:Id|ID|_id|-id|Uuid|Key|Code|Number|Slug|Cursor|_cursor)$/.test(
    name,
  );
}

/** The scalar values with names of ids, by JSON Pointer. */
function listIds(value: unknown, pointer = '', depth = 0): readonly (readonly [pointer: string, id: unknown])[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.entries(value)
    .flatMap(([name, one]): readonly (readonly [string, unknown])[] => {
      const at = childPointer(pointer, name);
      if (isScalar(one)) return one !== null && typeof one !== 'boolean' && isIdName(name) ? [[at, one]] : [];
      return listIds(one, at, depth + 1);
    })
    .slice(0, MAX_IDS);
}
