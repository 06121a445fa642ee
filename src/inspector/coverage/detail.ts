// The coverage of one operation: covered and missing points.

import { Facts, Side } from '../parts/master-detail.ts';
import { html, type VNode } from '../preact.ts';
import { DIMENSIONS, LABELS, type Operation, percentOf, shareOf } from './shares.ts';

interface Props {
  readonly operation: Operation;
  onClose(): void;
}

export function Detail({ operation, onClose }: Props): VNode {
  const { operation: id, method, path, requests, statuses, undeclared = [], points, totals, cut } = operation;
  const { covered, total } = shareOf(operation);
  const names = (isSeen: boolean) => statuses.filter(({ count }) => count > 0 === isSeen).map(({ status }) => status);
  const facts = [
    ['Covered', `${percentOf(operation)}%, ${covered} of ${total}`],
    ['Requests', String(requests)],
    [
      'Undeclared',
      undeclared.length > 0 ? undeclared.map(({ status, count }) => `${status} (${count})`).join(', ') : undefined,
    ],
  ] as const;
  return html`<${Side} title=${id} onClose=${onClose}>
    <p class="code">${method} ${path}</p>
    <${Facts} of=${facts} />
    ${
      requests === 0
        ? html`<p>No requests yet. Nothing is covered.</p>`
        : html`<${Points} label=${LABELS.statuses} seen=${names(true)} missing=${names(false)} />
          ${DIMENSIONS.map((one) => points?.[one] && html`<${Points} key=${one} label=${LABELS[one]} seen=${points[one].seen} missing=${points[one].missing} />`)}`
    }
    ${
      requests === 0 &&
      html`<${Facts} of=${DIMENSIONS.map((one) => [LABELS[one], totals[one] && String(totals[one].total)] as const)} />`
    }
    ${cut && html`<p class="soft">This operation has more values than are counted. Deeply nested ones are left out.</p>`}
  <//>`;
}

interface PointsProps {
  readonly label: string;
  readonly seen: readonly string[];
  readonly missing: readonly string[];
}

function Points({ label, seen, missing }: PointsProps): VNode {
  const list = (names: readonly string[]) =>
    html`<ul class="points">${names.map((name) => html`<li key=${name}>${name}</li>`)}</ul>`;
  return html`<section>
    <h3>${label}: ${seen.length} of ${seen.length + missing.length}</h3>
    ${missing.length > 0 && html`<p>Missing:</p>${list(missing)}`}
    ${seen.length > 0 && html`<details><summary>Covered: ${seen.length}</summary>${list(seen)}</details>`}
  </section>`;
}
