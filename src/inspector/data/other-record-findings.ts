// Findings in other records, which prevented a change.

import { PlaceLink } from '../parts/place-link.ts';
import { html, type VNode } from '../preact.ts';
import type { RecordFinding } from './findings.ts';

export function Others({
  api,
  findings,
}: {
  readonly api: string;
  readonly findings: readonly RecordFinding[];
}): VNode | null {
  if (findings.length === 0) return null;
  return html`<div class="problem"><p>Not saved, because of other records:</p>
    <ul>${findings.map(({ collection, id, pointer, message }) => html`<li key=${`${collection} ${id} ${pointer}`}><${PlaceLink} to=${{ tab: 'data', rest: [api, collection, id] }}>${collection} ${id}<//> <code>${pointer}</code> ${message}</li>`)}</ul>
  </div>`;
}
