// A record as JSON in one field.

import { html, type VNode } from '../preact.ts';
import { JsonField } from './json-field.ts';

export function JsonForm({
  value,
  findings,
  onChange,
}: {
  readonly value: unknown;
  readonly findings: readonly string[];
  onChange(value: unknown): void;
}): VNode {
  return html`<div class="field">
    <label for="record-json">Record as JSON</label>
    <${JsonField} id="record-json" value=${value} isFixed=${false} aria-invalid=${findings.length > 0 ? 'true' : undefined}
      aria-describedby=${findings.length > 0 ? 'record-json-problems' : undefined} onChange=${onChange} />
    ${findings.length > 0 && html`<ul class="finding" id="record-json-problems">${findings.map((text) => html`<li key=${text}>${text}</li>`)}</ul>`}
  </div>`;
}
