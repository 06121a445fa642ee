// The form fields of one step of a fault plan.

import type { Operations } from '../../client/client.ts';
import { Field } from '../parts/field.ts';
import { html, type VNode } from '../preact.ts';
import { GRPC_ERRORS, HTTP_ERRORS } from './codes.ts';
import { type PlanError, problemAt } from './fault-plans.ts';
import { KINDS, type Kind, type StepFields } from './step-fields.ts';

/** An operation, as the server lists it. */
export type KnownOperation = Operations['listOperations']['output']['operations'][number];

interface Props {
  readonly step: StepFields;
  readonly place: string;
  /** The operation of the plan, if it is for one. */
  readonly operation: KnownOperation | undefined;
  readonly hasGrpc: boolean;
  readonly error: PlanError | undefined;
  onChange(step: StepFields): void;
}

export function StepForm({ step, place, operation, hasGrpc, error, onChange }: Props): VNode {
  const problem = (name: string) => problemAt(error, `${place}/${name}`);
  const field = (name: keyof StepFields, label: string, more: object = {}) =>
    html`<${Field} label=${label} value=${step[name]} onInput=${(value: string) => onChange({ ...step, [name]: value })} ...${more} />`;
  const bytes = (label: string, name: string) =>
    field('bytes', label, { problem: problem(name), more: { inputmode: 'numeric' } });
  const kinds = KINDS.filter(([kind]) => kind !== 'grpc' || hasGrpc || step.kind === 'grpc');
  const fields: Partial<Record<Kind, () => VNode>> = {
    error: () => errorFields(HTTP_ERRORS, 'Status'),
    grpc: () => errorFields(GRPC_ERRORS, 'Code'),
    respond: () => responseFields(),
    slow: () => bytes('Bytes per second', 'bytesPerSecond'),
    cut: () => bytes('Bytes sent', 'cutAfter'),
  };
  const errorFields = (options: readonly (readonly [string, string])[], label: string) =>
    html`${field('code', label, { problem: problem('code') ?? problemHere(error, place), options })}
      ${field('message', 'Message', { problem: problem('message'), hint: 'Optional' })}`;
  const responseFields = () => {
    const declared = operation?.responses.map(({ status }) => status).filter((status) => /^\d+$/.test(status)) ?? [];
    const examples = operation?.responses.find(({ status }) => status === step.status)?.examples ?? [];
    return html`${field('status', 'Status', {
      problem: problem('status') ?? problemHere(error, place),
      ...(declared.length > 0 && { hint: `Declared: ${declared.join(', ')}` }),
      offers: declared.map((status) => [status, status]),
      more: { inputmode: 'numeric' },
    })}
      ${field('example', 'Example', { problem: problem('example'), hint: 'Name of an example in the document. Optional', offers: examples.map((one) => [one, one]) })}
      ${field('headers', 'Headers', { problem: problem('headers'), lines: 2, hint: 'name: value, one per line' })}
      ${field('body', 'Body', { problem: problem('body'), lines: 4, hint: 'Default: an example, or generated' })}
      ${field('undeclared', 'Validation', {
        options: [
          ['', 'Must match the document'],
          ['yes', 'May violate the document'],
        ],
      })}`;
  };
  const shown = fields[step.kind];
  return html`<div class="form-fields">
    ${field('kind', 'Effect', { options: kinds, problem: shown ? undefined : problemHere(error, place) })}
    ${shown?.()}
    ${field('delay', step.kind === 'delay' ? 'Delay in ms' : 'Additional delay in ms', { problem: problem('delay'), hint: 'For example 250, or 100-500' })}
  </div>`;
}

/** An error about the step as a whole. */
function problemHere(error: PlanError | undefined, place: string): string | undefined {
  return error?.place === place ? error.message : undefined;
}
