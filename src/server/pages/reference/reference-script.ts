// The script of the API reference: starts Swagger UI, calls with the chosen token.

/** Text of a classic script; it runs after Swagger UI's own. */
export const REFERENCE_SCRIPT = `'use strict';

const root = document.getElementById('reference');
const who = document.querySelector('.who');
const buttons = [...document.querySelectorAll('button[data-token]')];
const { scheme, oauth, client, scopes } = root.dataset;

const night = matchMedia('(prefers-color-scheme: dark)');
const dim = () => document.documentElement.classList.toggle('dark-mode', night.matches);
night.addEventListener('change', dim);
dim();

function show(chosen, caller) {
  for (const button of buttons) button.setAttribute('aria-pressed', String(button === chosen));
  if (who) who.textContent = 'Calling as ' + caller;
}

// Before the first caller there is nothing to clear, and Swagger UI would fail.
function forget({ authActions, authSelectors }, names) {
  const known = names.filter((name) => authSelectors.authorized().has(name));
  if (known.length > 0) authActions.logout(known);
}

function callWith(ui, chosen) {
  const { token } = chosen.dataset;
  forget(ui, [scheme, oauth]);
  if (token !== '') ui.preauthorizeApiKey(scheme, token);
  show(chosen, chosen.dataset.who);
}

// One caller at a time: the token of a login would lose against the one that was chosen before.
const authorizeOauth2 = (original, system) => (given) => {
  forget(system, [scheme]);
  show(undefined, 'the user who logged in');
  return original(given);
};

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
    plugins: [
      { statePlugins: { layout: { wrapActions: { scrollToElement } }, auth: { wrapActions: { authorizeOauth2 } } } },
    ],
    oauth2RedirectUrl: new URL(root.dataset.return, location.href).href,
    onComplete() {
      if (oauth) ui.initOAuth({ clientId: client, scopes, usePkceWithAuthorizationCodeGrant: true });
      for (const button of buttons) button.addEventListener('click', () => callWith(ui, button));
      if (buttons[0]) callWith(ui, buttons[0]);
    },
  });
}

start().catch((error) => {
  root.textContent = 'The reference could not be shown: ' + error.message;
});
`;
