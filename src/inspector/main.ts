// Begins the page.

import { App } from './app.ts';
import { html, render } from './preact.ts';
import { reach } from './session.ts';

const root = document.querySelector<HTMLElement>('#inspector');
if (root) {
  const { at = '', sandbox = 'main', icon = '' } = root.dataset;
  const reached = reach(location.origin, at);
  root.replaceChildren();
  render(html`<${App} reached=${reached} sandbox=${sandbox} icon=${icon} />`, root);
}
