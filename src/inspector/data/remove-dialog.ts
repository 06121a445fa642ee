// Asks before a record is deleted, and lists records that refer to it.

import { FormDialog } from '../parts/dialog.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useSession } from '../session.ts';
import { findingsIn, Others, type RecordFinding } from './findings.ts';

interface Props {
  readonly api: string;
  readonly collection: string;
  readonly id: string;
  /** The id as the API shows it. */
  readonly name: string;
  readonly version: string;
  onClose(): void;
  onRemoved(): void;
}

export function RemoveDialog({ api, collection, id, name, version, onClose, onRemoved }: Props): VNode {
  const { sandbox, notify } = useSession();
  const [findings, setFindings] = useState<readonly RecordFinding[]>([]);
  const act = async () => {
    setFindings([]);
    try {
      await sandbox.changeRecords([{ collection, remove: id, version }], api);
    } catch (thrown) {
      const found = findingsIn(thrown);
      setFindings(found);
      if (found.length > 0) throw new Error('Other records refer to it.');
      throw thrown;
    }
    notify(`${collection} ${name} was deleted.`, 'good');
    onRemoved();
  };
  return html`<${FormDialog} title=${`Delete ${name}`} act="Delete" tone="grave" onAct=${act} onClose=${onClose}>
    <p>This deletes the record from ${collection}. You can undo it in the History tab.</p>
    <${Others} api=${api} findings=${findings} />
  <//>`;
}
