// A table of operations by status code, with numbers and colours.

import { html, useState, type VNode } from '../preact.ts';
import { type ApiCoverage, type Operation, percentOf, seenAt, statusesOf, warmth } from './shares.ts';

interface Props {
  readonly apis: readonly ApiCoverage[];
  /** The id of the operation that is looked at, and of its api. */
  readonly chosen: readonly [api: string, operation: string] | undefined;
  onChoose(api: string, operation: string): void;
}

/** How many rows are shown at first: some documents have more than ten thousand operations. */
const ROWS = 200;

export function HeatMap({ apis, chosen, onChoose }: Props): VNode {
  const [most, setMost] = useState(ROWS);
  const rows = apis.flatMap(({ api, operations }) => operations.map((operation) => ({ api, operation })));
  const shown = rows.slice(0, most);
  const statuses = statusesOf(shown.map(({ operation }) => operation));
  const bodies = apis.map(({ api, title }) => {
    const own = shown.filter((row) => row.api === api);
    const head =
      apis.length > 1 && html`<tr><th class="api" scope="rowgroup" colspan=${statuses.length + 3}>${title}</th></tr>`;
    const isChosen = (operation: Operation) => chosen?.[0] === api && chosen[1] === operation.operation;
    const groups = [...Map.groupBy(own, ({ operation: { group } }) => group)];
    return (
      own.length > 0 &&
      html`<tbody key=${api}>${head}${groups.map(
        ([group, rows]) =>
          html`${
            groups.length > 1 &&
            html`<tr><th class="group" scope="rowgroup" colspan=${statuses.length + 3}>${group ?? 'Other operations'}</th></tr>`
          }${rows.map(
            ({ operation }) =>
              html`<${Row} key=${operation.operation} api=${api} operation=${operation} statuses=${statuses} isChosen=${isChosen(operation)} onChoose=${onChoose} />`,
          )}`,
      )}</tbody>`
    );
  });
  const left = rows.length - shown.length;
  return html`<table>
      <caption class="unseen">Number of responses by operation and status code</caption>
      <thead><tr><th scope="col">Operation</th><th scope="col">Covered</th><th class="requests" scope="col">Requests</th>${statuses.map(
        (status) => html`<th scope="col" key=${status}>${status}</th>`,
      )}</tr></thead>
      ${bodies}
    </table>
    ${left > 0 && html`<p class="more"><button type="button" onClick=${() => setMost(most + ROWS)}>Show more (${left})</button></p>`}
    <p class="legend">Number: responses with this status. –: declared, not returned yet. Frame: returned, but not declared.</p>`;
}

interface RowProps {
  readonly api: string;
  readonly operation: Operation;
  readonly statuses: readonly string[];
  readonly isChosen: boolean;
  onChoose(api: string, operation: string): void;
}

function Row({ api, operation, statuses, isChosen, onChoose }: RowProps): VNode {
  const { operation: id, method, path, requests } = operation;
  return html`<tr>
    <th scope="row"><button type="button" class="operation" id=${idOf(api, id)} aria-expanded=${isChosen ? 'true' : 'false'} onClick=${() => onChoose(api, id)}>${id}</button>
      <span class="address" title=${`${method} ${path}`}>${method} ${path}</span></th>
    <td class="number">${percentOf(operation)}%</td>
    <td class="number requests">${requests}</td>
    ${statuses.map((status) => html`<${Cell} key=${status} operation=${operation} status=${status} />`)}
  </tr>`;
}

function Cell({ operation, status }: { readonly operation: Operation; readonly status: string }): VNode {
  const seen = seenAt(operation, status);
  if (!seen) return html`<td></td>`;
  const { count, isDeclared } = seen;
  return html`<td data-warmth=${warmth(count)} data-undeclared=${isDeclared ? undefined : ''}>${
    count === 0 ? html`<span aria-hidden="true">–</span><span class="unseen">never</span>` : count
  }${!isDeclared && html`<span class="unseen"> not declared</span>`}</td>`;
}

/** Of the button of an operation. */
export function idOf(api: string, operation: string): string {
  return `coverage ${api} ${operation}`.replaceAll(/\s/g, '-');
}
