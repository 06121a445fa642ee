// An error boundary: shows the error of a part of the page and a button to retry.

import { Component, type ComponentChildren, html, type VNode } from '../preact.ts';

interface Props {
  readonly children: ComponentChildren;
}

/** Wraps a part that may throw while rendering. */
export class Boundary extends Component<Props, { readonly message: string | undefined }> {
  override state = { message: undefined };

  static override getDerivedStateFromError(thrown: unknown): { readonly message: string } {
    return { message: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override render({ children }: Props, { message }: { readonly message: string | undefined }): VNode {
    if (message === undefined) return html`${children}`;
    return html`<div class="problem" role="alert">
      <p>This part of the page failed: ${message}</p>
      <button type="button" onClick=${() => this.setState({ message: undefined })}>Retry</button>
    </div>`;
  }
}
