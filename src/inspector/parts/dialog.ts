// Modal dialogs, closed by Escape: with any content, or with a form.

import { type ComponentChildren, html, useId, useLayoutEffect, useRef, useState, type VNode } from '../preact.ts';
import { messageOf } from '../session.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  onClose(): void;
}

/** Elements with `autofocus` receive the focus; on closing, the previous element does. */
export function Dialog({ title, children, onClose }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the page is painted: the page below must not receive keys in the meantime.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Removing an open dialog would lose the focus.
    return () => shown?.close();
  }, []);
  return html`<dialog ref=${dialog} aria-labelledby=${heading} onCancel=${onClose} onClose=${() => dialog.current && onClose()}
    onKeyDown=${(event: KeyboardEvent) => event.stopPropagation()}>
    <header><h2 id=${heading}>${title}</h2>
      <button type="button" class="quiet" aria-label="Close" onClick=${onClose}>×</button></header>
    ${children}
  </dialog>`;
}

interface FormDialogProps extends DialogProps {
  /** The label of the button. */
  readonly act: string;
  /** `grave` for what cannot be undone. */
  readonly tone?: 'grave';
  /** Closes the dialog on success and shows an error. `false` keeps it open: then the content shows why. */
  onAct(): Promise<unknown>;
}

/** A form with a cancel and a submit button. */
export function FormDialog({ title, act, tone, onAct, onClose, children }: FormDialogProps): VNode {
  const [isDoing, setIsDoing] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const submit = async (event: Event) => {
    event.preventDefault();
    setIsDoing(true);
    setProblem(undefined);
    try {
      if ((await onAct()) === false) setIsDoing(false);
      else onClose();
    } catch (thrown) {
      setProblem(messageOf(thrown));
      setIsDoing(false);
    }
  };
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <form method="dialog" onSubmit=${submit}>
      ${children}
      ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
      <p class="row end">
        <button type="button" onClick=${onClose}>Cancel</button>
        <button type="submit" class="main" data-tone=${tone} disabled=${isDoing}>${act}</button>
      </p>
    </form>
  <//>`;
}
