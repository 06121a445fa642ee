// The fields of one step of a plan: what happens to a request that meets it.

import type { Operations } from '../../client/client.ts';
import { Field } from '../parts/field.ts';
import { html, type VNode } from '../preact.ts';
import { KINDS, type Kind, type StepFields } from './form.ts';
import { type Refusal, refusedAt } from './refusal.ts';

/** An operation, as the stand-in lists it. */
export type KnownOperation = Operations['listOperations']['output']['operations'][number];

interface Props {
  readonly step: StepFields;
  readonly place: string;
  /** The operation that the plan is for, if it is for one. */
  readonly operation: KnownOperation | undefined;
  readonly refusal: Refusal | undefined;
  onChange(step: StepFields): void;
}

/** The codes of gRPC, without that of success, and the HTTP status of each. */
const CODES: readonly (readonly [code: string, status: number])[] = [
  ['invalid_argument', 400],
  ['unauthenticated', 401],
  ['permission_denied', 403],
  ['not_found', 404],
  ['already_exists', 409],
  ['aborted', 409],
  ['failed_precondition', 400],
  ['out_of_range', 400],
  ['resource_exhausted', 429],
  ['cancelled', 499],
  ['internal', 500],
  ['unknown', 500],
  ['data_loss', 500],
  ['unimplemented', 501],
  ['unavailable', 503],
  ['deadline_exceeded', 504],
];

export function StepForm({ step, place, operation, refusal, onChange }: Props): VNode {
  const problem = (name: string) => refusedAt(refusal, `${place}/${name}`);
  const field = (name: keyof StepFields, label: string, more: object = {}) =>
    html`<${Field} label=${label} value=${step[name]} onInput=${(value: string) => onChange({ ...step, [name]: value })} ...${more} />`;
  const answer = operation?.answers.find(({ status }) => status === step.status);
  const statuses = operation?.answers.map(({ status }) => status).filter((status) => /^\d+$/.test(status)) ?? [];
  const kinds: Partial<Record<Kind, VNode>> = {
    answer: html`${field('status', 'Status', {
      problem: problem('status') ?? refusedHere(refusal, place),
      hint: statuses.length > 0 ? `Declared: ${statuses.join(', ')}` : 'One that the operation declares',
      offers: statuses.map((status) => [status, status]),
      more: { inputmode: 'numeric' },
    })}
      ${field('example', 'Example', {
        problem: problem('example'),
        hint: 'By its name. Without one: the first, else a sample',
        offers: (answer?.examples ?? []).map((one) => [one, one]),
      })}`,
    code: html`${field('code', 'Code', {
      problem: problem('code') ?? refusedHere(refusal, place),
      options: CODES.map(([code, status]) => [code, `${code} (${status})`]),
    })}
      ${field('message', 'Message', { problem: problem('message'), hint: 'Without one: a sentence of the stand-in' })}`,
    slow: field('bytes', 'Bytes a second', { problem: problem('bytesPerSecond'), more: { inputmode: 'numeric' } }),
    cut: field('bytes', 'After how many bytes', { problem: problem('cutAfter'), more: { inputmode: 'numeric' } }),
  };
  return html`<div class="form-fields">
    ${field('kind', 'What happens', { options: KINDS, problem: kinds[step.kind] ? undefined : refusedHere(refusal, place) })}
    ${kinds[step.kind]}
    ${field('delay', step.kind === 'delay' ? 'Delay in milliseconds' : 'After a delay, in milliseconds', { problem: problem('delay'), hint: 'Such as 250, or 100-500 for one in between' })}
  </div>`;
}

/** A refusal about the step as a whole. */
function refusedHere(refusal: Refusal | undefined, place: string): string | undefined {
  return refusal?.place === place ? refusal.message : undefined;
}
