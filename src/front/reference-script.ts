// What the reference does in a browser: start Swagger UI, and call with the token that is chosen.

/** Text of a classic script; it runs after Swagger UI's own. */
export const REFERENCE_SCRIPT = `'use strict';

const root = document.getElementById('reference');
const who = document.querySelector('.who');
const buttons = [...document.querySelectorAll('button[data-token]')];

const night = matchMedia('(prefers-color-scheme: dark)');
const dim = () => document.documentElement.classList.toggle('dark-mode', night.matches);
night.addEventListener('change', dim);
dim();

function callWith(ui, chosen) {
  const { scheme } = root.dataset;
  if (chosen.dataset.token === '') ui.authActions.logout([scheme]);
  else ui.preauthorizeApiKey(scheme, chosen.dataset.token);
  for (const button of buttons) button.setAttribute('aria-pressed', String(button === chosen));
  who.textContent = 'Calling as ' + chosen.dataset.who;
}

// The keys that scroll should do so at once.
document.querySelector('main').focus();

// Swagger UI would scroll the whole page, which does not move here.
const scrollToElement = () => (element) => element.scrollIntoView();

async function start() {
  const response = await fetch(root.dataset.document);
  const ui = SwaggerUIBundle({
    domNode: root,
    spec: await response.json(),
    validatorUrl: null,
    deepLinking: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    presets: [SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    plugins: [{ statePlugins: { layout: { wrapActions: { scrollToElement } } } }],
    onComplete() {
      for (const button of buttons) button.addEventListener('click', () => callWith(ui, button));
      if (buttons[0]) callWith(ui, buttons[0]);
    },
  });
}

start().catch((error) => {
  root.textContent = 'The reference could not be shown: ' + error.message;
});
`;
