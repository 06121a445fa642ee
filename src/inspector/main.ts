// Starts the page.

import { App } from './app.ts';
import { html, render } from './preact.ts';
import { reach } from './session.ts';

const root = document.querySelector<HTMLElement>('#inspector');
if (root) {
  const { at = '', sandbox = 'main', icon = '' } = root.dataset;
  const origin = reach(location.origin, at);
  root.replaceChildren();
  render(html`<${App} origin=${origin} sandbox=${sandbox} icon=${icon} />`, root);
}
