// The form that plans a fault: fields for what is usual, and the plan as JSON for everything.

import type { FaultPlan } from '../../client/client.ts';
import { Ask } from '../parts/dialog.ts';
import { Field } from '../parts/field.ts';
import { html, useEffect, useMemo, useState, type VNode } from '../preact.ts';
import { sentenceOf, useLoaded, useSession } from '../session.ts';
import { fieldsOf, NEW_PLAN, NEW_STEP, OFTEN, type PlanFields, planOf, type StepFields } from './form.ts';
import { type Refusal, refusalOf, refusedAt } from './refusal.ts';
import { type KnownOperation, StepForm } from './step-form.ts';
import { stepsWords, whenWords } from './words.ts';

interface Props {
  /** What the fields say at first. Default: a refusal of everything */
  readonly plan?: FaultPlan | undefined;
  onClose(): void;
}

export function PlanForm({ plan, onClose }: Props): VNode {
  const { sandbox, say } = useSession();
  const first = useMemo(() => (plan ? fieldsOf(plan) : NEW_PLAN), [plan]);
  const [fields, setFields] = useState<PlanFields>(first ?? NEW_PLAN);
  /** The plan as it is typed; undefined while the fields say it. */
  const [text, setText] = useState<string | undefined>(first ? undefined : written(plan));
  const [refusal, setRefusal] = useState<Refusal | undefined>(undefined);
  const typed = text === undefined ? undefined : parsed(text);
  const current = typed === undefined ? planOf(fields) : typed.plan;

  const act = async () => {
    setRefusal(undefined);
    if (current === undefined) {
      setRefusal({ place: 'plan', message: typed?.problem ?? '' });
      return false;
    }
    try {
      const { id } = await sandbox.fault(current);
      say(`${id} is in force.`, 'good');
      return true;
    } catch (thrown) {
      setRefusal(refusalOf(sentenceOf(thrown)));
      return false;
    }
  };
  /** What was refused is so no more, once something is changed. */
  const change = (make: () => void) => {
    setRefusal(undefined);
    make();
  };
  const turn = () => {
    setRefusal(undefined);
    if (text === undefined) return setText(written(current));
    const back = current && fieldsOf(current);
    if (back) setFields(back);
    setText(undefined);
  };
  const isMore = current !== undefined && text !== undefined && fieldsOf(current) === undefined;
  return html`<${Ask} title="Plan a fault" act="Plan it" onAct=${act} onClose=${onClose}>
    <div class="planning">
      <div class="as" role="group" aria-label="How it is written">
        <button type="button" aria-pressed=${text === undefined ? 'true' : 'false'} disabled=${text !== undefined && (current === undefined || isMore)}
          onClick=${() => text !== undefined && turn()}>Fields</button>
        <button type="button" aria-pressed=${text === undefined ? 'false' : 'true'} onClick=${() => text === undefined && turn()}>JSON</button>
      </div>
      ${
        text === undefined
          ? html`<${PlanFieldset} fields=${fields} refusal=${refusal} onChange=${(next: PlanFields) => change(() => setFields(next))} />`
          : html`<${Field} label="The plan" lines=${14} value=${text} onInput=${(next: string) => change(() => setText(next))} problem=${typed?.problem ?? refusal?.message}
              hint=${isMore ? 'It says more than there are fields for.' : 'As `POST /_understudy/faults` takes it.'} />`
      }
      ${
        current !== undefined &&
        typed?.problem === undefined &&
        html`<p class="sentence" aria-live="polite"><b>${whenWords(current)}:</b> ${stepsWords(current)}.</p>`
      }
      ${refusedAt(refusal, 'plan') !== undefined && text === undefined && html`<p class="problem" role="alert">${refusal?.message}</p>`}
    </div>
  <//>`;
}

interface FieldsetProps {
  readonly fields: PlanFields;
  readonly refusal: Refusal | undefined;
  onChange(fields: PlanFields): void;
}

function PlanFieldset({ fields, refusal, onChange }: FieldsetProps): VNode {
  const [offers, operation] = useOperations(fields.operation);
  const { steps } = fields;
  const change = (changed: Partial<PlanFields>) => onChange({ ...fields, ...changed });
  const changeStep = (at: number, step: StepFields) =>
    change({ steps: steps.map((one, index) => (index === at ? step : one)) });
  const field = (
    name: 'operation' | 'method' | 'path' | 'caller' | 'often' | 'count',
    label: string,
    more: object = {},
  ) =>
    html`<${Field} label=${label} value=${fields[name]} problem=${refusedAt(refusal, name)} onInput=${(value: string) => change({ [name]: value })} ...${more} />`;
  const isSequence = steps.length > 1;
  return html`<fieldset>
      <legend>Which requests</legend>
      <div class="form-fields">
        ${field('operation', 'Operation', { offers: offers.map(({ id, method, path }) => [id, `${method} ${path}`]), hint: operation ? `${operation.method} ${operation.path}` : 'By its id. Without one: all', more: { autofocus: true } })}
        ${field('method', 'Method', { offers: [...new Set(offers.map(({ method }) => method))].map((one) => [one, one]), hint: 'Without one: any' })}
        ${field('path', 'Path', { hint: 'As it is asked: * is any one segment, ** at the end any others' })}
        ${field('caller', 'Caller', { hint: 'An id or a name' })}
      </div>
    </fieldset>
    ${steps.map(
      (step, index) => html`<fieldset key=${index}>
        <legend>${isSequence ? `Step ${index + 1}` : 'What goes wrong'}</legend>
        <${StepForm} step=${step} place=${`steps/${index}`} operation=${operation} refusal=${refusal} onChange=${(one: StepFields) => changeStep(index, one)} />
        ${
          isSequence &&
          html`<button type="button" class="less" onClick=${() => change({ steps: steps.filter((_, at) => at !== index) })}>Remove step ${index + 1}</button>`
        }
      </fieldset>`,
    )}
    <p class="row"><button type="button" onClick=${() => change({ steps: [...steps, NEW_STEP] })}>Then something else</button>
      ${isSequence && html`<small class="soft">Each request meets the next step.</small>`}</p>
    <fieldset>
      <legend>How often</legend>
      <div class="form-fields">
        ${field('often', 'It happens', { options: isSequence ? [['always', 'once for each step, and then it is over'], ...OFTEN.slice(1)] : OFTEN })}
        ${
          fields.often !== 'always' &&
          field('count', fields.often === 'rate' ? 'Per cent' : fields.often === 'every' ? 'n' : 'How many', {
            problem: refusedAt(refusal, fields.often),
            more: { inputmode: 'decimal' },
          })
        }
      </div>
    </fieldset>`;
}

/** Operations that a text may mean, and the one that it names. */
function useOperations(text: string): readonly [readonly KnownOperation[], KnownOperation | undefined] {
  const { sandbox } = useSession();
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const { value } = useLoaded(
    () => sandbox.control('listOperations', { limit: OFFERED, ...(asked !== '' && { q: asked.slice(0, LONGEST) }) }),
    [asked],
  );
  const operations = value?.operations ?? [];
  return [operations, operations.find(({ id }) => id === text)];
}

/** How long nobody must have typed until operations are looked for, in milliseconds. */
const PAUSE = 120;
/** How many are offered. */
const OFFERED = 50;
/** How long a text may be that is looked for. */
const LONGEST = 200;

function written(plan: unknown): string {
  return JSON.stringify(plan, undefined, 2);
}

/** The plan in a text, or why there is none. */
function parsed(text: string): { readonly plan?: FaultPlan; readonly problem?: string } {
  try {
    const plan: unknown = JSON.parse(text);
    if (isPlan(plan)) return { plan };
    return { problem: 'A plan is an object with a list of steps: {"steps": [{"code": "unavailable"}]}' };
  } catch (thrown) {
    return { problem: `This is no JSON: ${sentenceOf(thrown)}` };
  }
}

/** Whether it can be told in words. The stand-in looks at the rest. */
function isPlan(plan: unknown): plan is FaultPlan {
  const { steps, on = {} } = (plan ?? {}) as { readonly steps?: unknown; readonly on?: unknown };
  const isObject = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  return Array.isArray(steps) && steps.length > 0 && steps.every(isObject) && isObject(on);
}
