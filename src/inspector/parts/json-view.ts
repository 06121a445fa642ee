// A JSON value as a tree with collapsible nodes. Collapsed nodes are not rendered.

import { isJsonNumber } from '../../schema/json/exact-number.ts';
import { html, useState, type VNode } from '../preact.ts';

/** How many members are shown at once, and the longest text before it is cut, in characters. */
const [MOST, LONGEST] = [100, 2000];
/** How many levels are open at first. */
const OPEN = 3;

interface Props {
  readonly value: unknown;
  /** The name of the property. Default: the value is the root. */
  readonly name?: string | undefined;
  readonly depth?: number;
}

export function JsonView({ value, name, depth = 0 }: Props): VNode {
  const label = name === undefined ? undefined : html`<span class="key">${name}</span>: `;
  if (typeof value !== 'object' || value === null)
    return html`<div class="json">${label}<${Leaf} value=${value} /></div>`;
  const members = Object.entries(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) return html`<div class="json">${label}${open}${close}</div>`;
  return html`<${Folding} label=${label} isList=${Array.isArray(value)} members=${members} depth=${depth} />`;
}

interface FoldingProps {
  readonly label: VNode | undefined;
  readonly isList: boolean;
  readonly members: readonly (readonly [name: string, value: unknown])[];
  readonly depth: number;
}

function Folding({ label, isList, members, depth }: FoldingProps): VNode {
  const [isOpen, setIsOpen] = useState(depth < OPEN && (depth === 0 || members.length <= MOST));
  const [shown, setShown] = useState(MOST);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const count = `${members.length} ${isList ? (members.length === 1 ? 'item' : 'items') : members.length === 1 ? 'property' : 'properties'}`;
  return html`<div class="json">
    <button type="button" class="fold" aria-expanded=${isOpen ? 'true' : 'false'} onClick=${() => setIsOpen(!isOpen)}>
      ${label}${open}${!isOpen && html` <small>${count}</small> ${close}`}</button>
    ${
      isOpen &&
      html`<div class="members">${members
        .slice(0, shown)
        .map(
          ([name, value]) =>
            html`<${JsonView} key=${name} name=${isList ? undefined : name} value=${value} depth=${depth + 1} />`,
        )}
      ${members.length > shown && html`<button type="button" onClick=${() => setShown(shown + MOST)}>Show more (${members.length - shown})</button>`}
      </div>${close}`
    }
  </div>`;
}

function Leaf({ value }: { readonly value: unknown }): VNode {
  const [isWhole, setIsWhole] = useState(false);
  if (typeof value !== 'string')
    return html`<span class=${value === null ? 'null' : isJsonNumber(value) ? 'number' : typeof value}>${String(value)}</span>`;
  const isLong = value.length > LONGEST && !isWhole;
  return html`<span class="string">${JSON.stringify(isLong ? value.slice(0, LONGEST) : value)}</span>${
    isLong &&
    html` <button type="button" onClick=${() => setIsWhole(true)}>${value.length - LONGEST} more characters</button>`
  }`;
}
