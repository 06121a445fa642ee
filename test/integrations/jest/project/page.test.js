/** @jest-environment jest-fixed-jsdom */
// A test with a page: jsdom, with the `fetch` that it lacks.

const { test: sandboxTest } = require('understudy-api/jest');

sandboxTest('shows the pets of its sandbox', async ({ sandbox }) => {
  const pets = await (await fetch(`${sandbox.url}/pets`)).json();
  document.body.textContent = pets.map(({ name }) => name).join(', ');
  expect(document.body.textContent).toMatch(/\w+, \w+, \w+/);
});
