// Dialogs, over the page, closed by Escape: of any content, and one that asks before something is done.

import { type ComponentChildren, html, useId, useLayoutEffect, useRef, useState, type VNode } from '../preact.ts';
import { sentenceOf } from '../session.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  onClose(): void;
}

/** Whatever it holds. Elements with `autofocus` have the focus; when it closes, what had it before. */
export function Dialog({ title, children, onClose }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Not after the page was drawn: keys that are pressed meanwhile would be heard by what lies below.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Taken away without being closed it would take the focus along.
    return () => shown?.close();
  }, []);
  return html`<dialog ref=${dialog} aria-labelledby=${heading} onCancel=${onClose} onClose=${() => dialog.current && onClose()}
    onKeyDown=${(event: KeyboardEvent) => event.stopPropagation()}>
    <header><h2 id=${heading}>${title}</h2>
      <button type="button" class="quiet" aria-label="Close" onClick=${onClose}>×</button></header>
    ${children}
  </dialog>`;
}

interface AskProps extends DialogProps {
  /** What the button says. */
  readonly act: string;
  /** `grave` for what cannot be taken back. */
  readonly tone?: 'grave';
  /** Does it. The dialog closes when it is done; when it fails, it says why. It stays as well when this resolves with `false`: then what it holds says why. */
  onAct(): Promise<unknown>;
}

/** Asks before something is done, with the fields that it holds. */
export function Ask({ title, act, tone, onAct, onClose, children }: AskProps): VNode {
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
      setProblem(sentenceOf(thrown));
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
