// Loads the control API, which knows the APIs of the server.

import { once } from '../schema/once.ts';
import { CONTROL_FILES, createControlApi } from '../server/control/control.ts';
import type { NamedFixtures } from '../server/control/records.ts';
import { fixtureFolders } from '../server/pipeline/api/fixture-folders.ts';
import { readApi } from '../server/pipeline/api/load-api.ts';
import type { RecordForm } from '../server/pipeline/api/record-form.ts';
import type { AssemblyDependencies } from './assembly-dependencies.ts';
import type { LoadedApis, ReadyApi } from './load-apis.ts';

/** @param stopping - aborted when its waits must end */
export async function loadControlApi(
  { apis, reports, issuer }: LoadedApis,
  { sandboxes, hosts, tallies, samples, loader, status, lost, metrics, access }: AssemblyDependencies,
  stopping: AbortSignal,
): Promise<ReadyApi> {
  const files = await readApi(CONTROL_FILES);
  const recordForm = createRecordForms(apis);
  const api = createControlApi({
    sandboxes,
    issuer,
    credentials: apis.map(({ api, credentials = [] }) => ({ api: api.name, credentials })),
    hosts,
    document: files.document,
    documents: new Map(apis.map(({ api, document }) => [api.name, document])),
    reports,
    tallies,
    covered: apis.map(({ api, document }) => ({ api: api.name, document })),
    async sendWebhook(order, { now, seed, requestLog }) {
      const { sendWebhook } = await import('../mock/samples/outgoing/webhooks.ts');
      return sendWebhook(
        order,
        apis,
        { ...samples, seed },
        { at: now(), add: (exchange) => requestLog.record(exchange) },
      );
    },
    async readPlan(text) {
      const { readPlan } = await import('../mock/faults/plan-text.ts');
      return readPlan(text);
    },
    async checkPlan(plan) {
      const { checkPlan } = await import('../mock/faults/check-plan.ts');
      await checkPlan(plan, apis);
    },
    stopping,
    recordForm,
    sets: createNamedFixtures(apis, recordForm),
    newId: (api, sandbox) => sandbox.newId(apis.find((one) => one.api.name === api)?.api ?? { name: api }),
    whyNotReady: () => status.whyNotReady(),
    lost,
    metrics,
    access,
  });
  // Its handlers rely on valid input.
  return { ...(await loader.load(api, { files })), inputCheck: 'enforce' };
}

/** The formats of the records of each API, loaded on demand. */
function createRecordForms(apis: LoadedApis['apis']): (api: string) => Promise<RecordForm> {
  const forms = new Map<string, Promise<RecordForm>>();
  const make = async ({ fixture, inferred }: ReadyApi): Promise<RecordForm> => {
    const { plainForm } = await import('../mock/fixtures/stored-form.ts');
    if (!inferred) return plainForm(fixture);
    const { createItemForm: itemForm } = await import('../mock/resources/items/item-form.ts');
    return itemForm(inferred, fixture, (names) => plainForm(fixture, names));
  };
  return (name) => {
    const found = apis.find(({ api }) => api.name === name);
    if (!found) throw new Error(`this server has no API ${name}`);
    const form = forms.get(name) ?? make(found);
    forms.set(name, form);
    return form;
  };
}

/** The fixtures of the apis by their names. */
function createNamedFixtures(
  apis: LoadedApis['apis'],
  recordForm: (api: string) => Promise<RecordForm>,
): NamedFixtures {
  const room = once(() => import('../mock/fixtures/fixture-sets.ts'));
  const sets = once(async () => {
    const { createFixtureSets } = await room();
    return new Map(
      apis.map(({ api }) => {
        const sets = createFixtureSets(fixtureFolders(api), () => recordForm(api.name));
        return [api.name, sets] as const;
      }),
    );
  });
  return {
    beginningFrom: async (name, sandbox) => (await room()).beginningFrom(name, sandbox, await sets()),
    async of(api) {
      const own = (await sets()).get(api);
      return { names: (await own?.names()) ?? [], folder: own?.folder };
    },
  };
}
