// The form fields of a fault plan.

import { Field } from '../parts/field.ts';
import { html, useEffect, useState, type VNode } from '../preact.ts';
import { useLoaded, useSession } from '../session.ts';
import { type PlanError, problemAt } from './fault-plans.ts';
import { FREQUENCIES, type PlanFields, SCOPES } from './form.ts';
import { NEW_STEP, type StepFields } from './step-fields.ts';
import { type KnownOperation, StepForm } from './step-form.ts';

interface Props {
  readonly fields: PlanFields;
  readonly error: PlanError | undefined;
  onChange(fields: PlanFields): void;
}

export function PlanFieldset({ fields, error, onChange }: Props): VNode {
  const { operations, operation, hasGrpc } = useOperations(fields.operation);
  const { steps, scope, frequency } = fields;
  const change = (changed: Partial<PlanFields>) => onChange({ ...fields, ...changed });
  const changeStep = (at: number, step: StepFields) =>
    change({ steps: steps.map((one, index) => (index === at ? step : one)) });
  const field = (
    name: 'scope' | 'operation' | 'method' | 'path' | 'caller' | 'frequency' | 'count',
    label: string,
    more: object = {},
  ) =>
    html`<${Field} label=${label} value=${fields[name]} problem=${problemAt(error, name)} onInput=${(value: string) => change({ [name]: value })} ...${more} />`;
  const isSequence = steps.length > 1;
  const hasCount = frequency !== 'always';
  return html`<fieldset>
      <legend>Requests</legend>
      <div class="form-fields">
        ${field('scope', 'Applies to', { options: SCOPES })}
        ${scope === 'operation' && field('operation', 'Operation', { offers: operations.map(offerOf), hint: operation ? `${operation.method} ${operation.path}` : 'Operation id', more: { autofocus: true, required: true } })}
        ${scope === 'path' && field('method', 'Method', { offers: METHODS.map((one) => [one, one]), hint: 'Default: any' })}
        ${scope === 'path' && field('path', 'Path', { hint: '* matches one segment, ** at the end all others', more: { required: fields.method === '' } })}
        ${field('caller', 'Caller', { hint: 'Id or name. Optional' })}
      </div>
    </fieldset>
    ${steps.map(
      (step, index) => html`<fieldset key=${index}>
        <legend>${isSequence ? `Step ${index + 1}` : 'Effect'}</legend>
        <${StepForm} step=${step} place=${`steps/${index}`} operation=${scope === 'operation' ? operation : undefined} hasGrpc=${hasGrpc} error=${error} onChange=${(one: StepFields) => changeStep(index, one)} />
        ${
          isSequence &&
          html`<button type="button" class="less" onClick=${() => change({ steps: steps.filter((_, at) => at !== index) })}>Remove step ${index + 1}</button>`
        }
      </fieldset>`,
    )}
    <p class="row"><button type="button" onClick=${() => change({ steps: [...steps, NEW_STEP] })}>Add step</button>
      ${isSequence && html`<small class="soft">Each request gets the next step.</small>`}</p>
    <fieldset>
      <legend>Frequency</legend>
      <div class="form-fields">
        ${field('frequency', 'How often', { options: isSequence ? [['always', 'Each step once'], ...FREQUENCIES.slice(1)] : FREQUENCIES })}
        ${hasCount && field('count', frequency === 'rate' ? 'Percent' : 'N', { problem: problemAt(error, frequency), more: { inputmode: 'decimal' } })}
      </div>
    </fieldset>`;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

function offerOf({ id, method, path }: KnownOperation): readonly [string, string] {
  return [id, `${method} ${path}`];
}

/** How long typing must pause before a search, in milliseconds. */
const PAUSE = 120;

/** How many are suggested. */
const SUGGESTED = 50;

/** The longest text that is searched. */
const LONGEST = 200;

interface FoundOperations {
  readonly operations: readonly KnownOperation[];
  /** The operation whose id is the text. */
  readonly operation: KnownOperation | undefined;
  /** Whether some of them have a remote procedure. */
  readonly hasGrpc: boolean;
}

function useOperations(text: string): FoundOperations {
  const { sandbox } = useSession();
  const [q, setQ] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim().slice(0, LONGEST)), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const { value } = useLoaded(
    () => sandbox.control('listOperations', { limit: SUGGESTED, ...(q !== '' && { q }) }),
    [q],
  );
  const operations = value?.operations ?? [];
  const operation = operations.find(({ id }) => id === text);
  const hasGrpc = (operation ? [operation] : operations).some(({ rpc }) => rpc !== undefined);
  return { operations, operation, hasGrpc };
}
