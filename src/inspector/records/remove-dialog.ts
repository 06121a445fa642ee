// Asks before a record is removed, and tells what refers to it when it cannot be.

import { Ask } from '../parts/dialog.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useSession } from '../session.ts';
import { findingsIn, type RecordFinding } from './findings.ts';
import { Others } from './others.ts';

interface Props {
  readonly api: string;
  readonly collection: string;
  readonly id: string;
  readonly version: string;
  onClose(): void;
  onRemoved(): void;
}

export function RemoveDialog({ api, collection, id, version, onClose, onRemoved }: Props): VNode {
  const { sandbox, say } = useSession();
  const [findings, setFindings] = useState<readonly RecordFinding[]>([]);
  const act = async () => {
    setFindings([]);
    try {
      await sandbox.changeRecords([{ collection, remove: id, version }], api);
    } catch (thrown) {
      const told = findingsIn(thrown);
      setFindings(told);
      if (told.length > 0) throw new Error('Others refer to it.');
      throw thrown;
    }
    say(`${collection} ${id} was removed.`, 'good');
    onRemoved();
  };
  return html`<${Ask} title=${`Remove ${id}`} act="Remove" tone="grave" onAct=${act} onClose=${onClose}>
    <p>The record goes from ${collection}. In the tab Changes this can be taken back.</p>
    <${Others} api=${api} findings=${findings} />
  <//>`;
}
