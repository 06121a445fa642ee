// Adds a fault: form fields for common plans, JSON for all others.

import type { FaultPlan } from '../../client/client.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { FormDialog } from '../parts/dialog.ts';
import { Field } from '../parts/field.ts';
import { html, useMemo, useState, type VNode } from '../preact.ts';
import { messageOf, useSession } from '../session.ts';
import { type PlanError, planErrorOf, problemAt } from './fault-plans.ts';
import { fieldsOf, newPlan, type PlanFields, planOf } from './form.ts';
import { PlanFieldset } from './plan-fields.ts';
import { stepsWords, whenWords } from './words.ts';

interface Props {
  /** Copied into the form. Default: HTTP 503 for one operation */
  readonly plan?: FaultPlan | undefined;
  /** The operation of a new plan. */
  readonly operation?: string | undefined;
  onClose(): void;
}

export function PlanForm({ plan, operation = '', onClose }: Props): VNode {
  const { sandbox, notify } = useSession();
  const first = useMemo(() => (plan ? fieldsOf(plan) : newPlan(operation)), [plan]);
  const [fields, setFields] = useState<PlanFields>(first ?? newPlan(operation));
  /** The plan as JSON; undefined while the form fields are used. */
  const [text, setText] = useState<string | undefined>(first ? undefined : written(plan));
  const [error, setError] = useState<PlanError | undefined>(undefined);
  const typed = text === undefined ? undefined : parsed(text);
  const current = typed === undefined ? planOf(fields) : typed.plan;
  const isJson = text !== undefined;

  const submit = async () => {
    setError(undefined);
    if (current === undefined) {
      setError({ place: 'plan', message: typed?.problem ?? '' });
      return false;
    }
    try {
      const { id } = await sandbox.fault(current);
      notify(`${id} was added.`, 'good');
      return true;
    } catch (thrown) {
      setError(planErrorOf(messageOf(thrown)));
      return false;
    }
  };
  const change = (apply: () => void) => {
    setError(undefined);
    apply();
  };
  const toJson = () => change(() => setText(written(current)));
  const toFields = () =>
    change(() => {
      const back = current && fieldsOf(current);
      if (back) setFields(back);
      setText(undefined);
    });
  const needsJson = isJson && current !== undefined && fieldsOf(current) === undefined;
  const hint = needsJson ? 'The form has no fields for this plan.' : 'The format of `POST /_understudy/faults`';
  return html`<${FormDialog} title="Add fault" act="Add" onAct=${submit} onClose=${onClose}>
    <div class="planning">
      <div class="as" role="group" aria-label="Format">
        <button type="button" aria-pressed=${isJson ? 'false' : 'true'} disabled=${isJson && (current === undefined || needsJson)}
          onClick=${() => isJson && toFields()}>Fields</button>
        <button type="button" aria-pressed=${isJson ? 'true' : 'false'} onClick=${() => !isJson && toJson()}>JSON</button>
      </div>
      ${
        isJson
          ? html`<${Field} label="Fault plan" lines=${14} value=${text} onInput=${(next: string) => change(() => setText(next))} problem=${typed?.problem ?? error?.message} hint=${hint} />`
          : html`<${PlanFieldset} fields=${fields} error=${error} onChange=${(next: PlanFields) => change(() => setFields(next))} />`
      }
      ${
        current !== undefined &&
        typed?.problem === undefined &&
        html`<p class="sentence" aria-live="polite"><b>${whenWords(current)}:</b> ${stepsWords(current)}</p>`
      }
      ${!isJson && problemAt(error, 'plan') !== undefined && html`<p class="problem" role="alert">${error?.message}</p>`}
    </div>
  <//>`;
}

function written(plan: unknown): string {
  return stringifyJson(plan, undefined, 2);
}

/** The plan in a text, or what is wrong with it. */
function parsed(text: string): { readonly plan?: FaultPlan; readonly problem?: string } {
  try {
    const plan: unknown = parseJson(text);
    if (isPlan(plan)) return { plan };
    return { problem: 'A plan is an object with a list of steps: {"steps": [{"code": "unavailable"}]}' };
  } catch (thrown) {
    return { problem: `Invalid JSON: ${messageOf(thrown)}` };
  }
}

/** Whether it can be shown in words. The server validates the rest. */
function isPlan(plan: unknown): plan is FaultPlan {
  const { steps, on = {} } = (plan ?? {}) as { readonly steps?: unknown; readonly on?: unknown };
  const isObject = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  return Array.isArray(steps) && steps.length > 0 && steps.every(isObject) && isObject(on);
}
