// Tools that call one operation of the control API, with its schemas.

import type { ControlInput } from '../../client/control.ts';
import type { ControlOperation } from '../../client/routes.ts';
import type { Document } from '../../openapi/document.ts';
import { once } from '../../schema/once.ts';
import { CONTROL_FILES } from '../../server/control/control.ts';
import type { Operations } from '../../server/control/operations.ts';
import { readApi } from '../../server/pipeline/api/load-api.ts';
import { inlineSchema } from './inline-schema.ts';
import { type ObjectSchema, objectSchema, type Tool } from './tool.ts';

/** Parameters that a session decides. */
const HIDDEN = ['x-understudy-sandbox', 'sandboxes'];
/** Levels of schemas: deeper values of results are any JSON. */
const INPUT_DEPTH = 3;
const OUTPUT_DEPTH = 2;

/** The document of the control API. */
export const controlDocument = once(async () => (await readApi(CONTROL_FILES)).document);

interface ControlToolSettings<K extends ControlOperation>
  extends Pick<Tool, 'name' | 'title' | 'description' | 'effect' | 'isIdempotent'> {
  readonly operation: K;
  /** The parameters and body properties that it has. Default: all. */
  readonly takes?: readonly (keyof ControlInput<K> & string)[];
  /** Values of the input that are not given. */
  readonly defaults?: Partial<ControlInput<K>>;
  /** Rejects input. @throws UsageError */
  check?(input: ControlInput<K>): void;
  /** Shortens the result. */
  shape?(output: ControlOutput<K>): ControlOutput<K>;
}

type ControlOutput<K extends ControlOperation> = Operations[K]['output'];

/** @param document - of the control API */
export function controlTool<K extends Exclude<ControlOperation, 'readEvents'>>(
  document: Document,
  { operation, takes, defaults = {}, check, shape = (output) => output, ...tool }: ControlToolSettings<K>,
): Tool {
  const { input, output } = controlSchemas(document, operation, takes);
  return {
    ...tool,
    input,
    output,
    async run(given, { sandbox }) {
      const complete = { ...defaults, ...given } as ControlInput<K>;
      check?.(complete);
      const { sandbox: _, ...result } = (shape(await sandbox.control(operation, complete)) ?? {}) as Readonly<
        Record<string, unknown>
      >;
      return result;
    },
  };
}

function controlSchemas(
  document: Document,
  id: string,
  takes: readonly string[] | undefined,
): { readonly input: ObjectSchema; readonly output: ObjectSchema } {
  const operation = document.operations.get(id);
  if (!operation) throw new Error(`the control API has no operation ${id}`);
  const { references, parameters, requestSchema, successStatus } = operation;
  const properties: Record<string, object> = {};
  const required: string[] = [];
  for (const { name, part } of parameters) {
    if (HIDDEN.includes(name)) continue;
    const { schema, description, required: isRequired } = part.value;
    properties[name] = {
      ...inlineSchema(schema, references, { depth: INPUT_DEPTH }),
      ...(description && { description }),
    };
    if (isRequired) required.push(name);
  }
  const body = inlineSchema(requestSchema?.value, references, { depth: INPUT_DEPTH });
  Object.assign(properties, body.properties);
  required.push(...((body.required as readonly string[] | undefined) ?? []));
  const taken = ([name]: readonly [string, unknown]) => takes === undefined || takes.includes(name);
  return {
    input: objectSchema(
      Object.fromEntries(Object.entries(properties).filter(taken)),
      required.filter((name) => taken([name, undefined])),
    ),
    output: outputOf(
      inlineSchema(operation.responseSchema(successStatus)?.value ?? { type: 'object' }, references, {
        depth: OUTPUT_DEPTH,
      }),
    ),
  };
}

/** A result without its sandbox, which the agent knows, and without descriptions: agents read the schemas of all tools. */
function outputOf({ properties, required, ...schema }: ObjectSchema): ObjectSchema {
  const { sandbox: _, ...others } = (properties ?? {}) as Readonly<Record<string, object>>;
  const names = ((required ?? []) as readonly string[]).filter((name) => name !== 'sandbox');
  const text = JSON.stringify({ ...schema, properties: others, required: names }, (key, value) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
  return JSON.parse(text) as ObjectSchema;
}
