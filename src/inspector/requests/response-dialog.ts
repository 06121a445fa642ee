// Edits a response: the operation returns it once, or until the fault is removed.

import { UnderstudyError } from '../../client/client.ts';
import { FormDialog } from '../parts/dialog.ts';
import { html, useState, type VNode } from '../preact.ts';
import type { Exchange } from '../rows.ts';
import { messageOf, useSession } from '../session.ts';
import { pinPlan, type ResponseFields, responseFields } from './pinned-response.ts';

interface Props {
  readonly exchange: Exchange;
  onClose(): void;
}

export function ResponseDialog({ exchange, onClose }: Props): VNode {
  const { sandbox, notify } = useSession();
  const [fields, setFields] = useState<ResponseFields>(() => responseFields(exchange));
  const [violation, setViolation] = useState<string | undefined>(undefined);
  const { operation } = exchange;
  const change = (changed: Partial<ResponseFields>) => {
    setViolation(undefined);
    setFields({ ...fields, ...changed });
  };
  const submit = async () => {
    const plan = pinPlan(exchange, fields);
    try {
      const { id } = await sandbox.fault(plan);
      const which = fields.isOnce ? `The next ${operation} request returns` : `All ${operation} requests return`;
      notify(`${which} this response (${id}).`, 'good');
      return true;
    } catch (thrown) {
      if (!(thrown instanceof UnderstudyError) || !thrown.message.includes('"undeclared": true')) throw thrown;
      setViolation(messageOf(thrown).replace(/; to return it anyway.*$/, ''));
      return false;
    }
  };
  const input = (name: 'status' | 'headers' | 'body') => (event: InputEvent) =>
    change({ [name]: (event.target as HTMLInputElement).value });
  const choice = (isOnce: boolean, label: string) =>
    html`<label class="choice"><input type="radio" name="often" checked=${fields.isOnce === isOnce} onChange=${() => change({ isOnce })} /> ${label}</label>`;
  return html`<${FormDialog} title=${`Edit response of ${operation}`} act="Save" onAct=${submit} onClose=${onClose}>
    <p class="soft">This adds a fault. Requests that are rejected before it, for example with 400 or 401, are not affected.</p>
    <label>Status <input type="number" min="200" max="599" required value=${fields.status} onInput=${input('status')} /></label>
    <label>Headers <textarea rows="2" value=${fields.headers} onInput=${input('headers')} spellcheck=${false} placeholder="name: value"></textarea></label>
    <label>Body <small>Empty: an example, or generated</small>
      <textarea rows="10" value=${fields.body} onInput=${input('body')} spellcheck=${false}></textarea></label>
    <fieldset><legend>Applies to</legend>
      ${choice(true, `the next ${operation} request`)} ${choice(false, `all ${operation} requests until the fault is removed`)}
    </fieldset>
    ${
      (violation !== undefined || fields.isUndeclared) &&
      html`<div class="problem" role="alert">${violation !== undefined && html`<p>${violation}</p>`}
        <label class="choice"><input type="checkbox" checked=${fields.isUndeclared} onChange=${() => change({ isUndeclared: !fields.isUndeclared })} />
          Return it although the document does not allow it</label></div>`
    }
  <//>`;
}
