// Loads the stores of the served APIs without starting a server.

import { ApiLoader } from '../../app/load-apis.ts';
import { withDefaults } from '../../app/server-settings.ts';
import { ISSUER } from '../../server/oidc/login/login-types.ts';
import { issuerFixture } from '../../server/oidc/tokens/issuer-state.ts';
import { createKeys } from '../../server/oidc/tokens/keys.ts';
import { createTrustedHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { IDEMPOTENCY_KEYS, idempotencyFixture } from '../../server/pipeline/idempotency/idempotency-keys.ts';
import { declaresIdempotencyKeys } from '../../server/pipeline/idempotency/key-header.ts';
import type { Fixture } from '../../store/fixture.ts';
import type { CommandIO } from '../io.ts';
import { chooseApis, chooseDemo, hasApis } from './chosen-apis.ts';
import { readSettings } from './read-settings.ts';

/**
 * The seed data of each store, by name.
 *
 * @param documents - paths, URLs, `-`. If empty, those that `understudy serve` chooses in this folder, else that of `understudy demo`
 * @throws UsageError as `understudy serve` does
 */
export async function servedStores(documents: readonly string[], io: CommandIO): Promise<ReadonlyMap<string, Fixture>> {
  const folder = process.cwd();
  const { config, configFile } = await readSettings(['--no-watch'], io.env, folder);
  const choice = { documents, config, configFile, folder, stdin: io.stdin };
  // Without anything to serve here, the state is that of `understudy demo`.
  const { apis } = await ((await hasApis(choice)) ? chooseApis(choice) : chooseDemo(choice));
  const settings = withDefaults({ ...config, apis, onNotice: () => undefined });
  const loader = new ApiLoader(settings, {
    hosts: createTrustedHosts(settings.trustedHosts),
    keys: createKeys(undefined),
  });
  const { apis: loaded, issuer } = await loader.loadAll(apis);
  const own = loaded.map(({ api, fixture }) => [api.name, fixture] as const);
  const hasKeys = loaded.some(({ document }) => declaresIdempotencyKeys(document));
  return new Map([
    ...own,
    ...(issuer ? [[ISSUER, issuerFixture] as const] : []),
    ...(hasKeys ? [[IDEMPOTENCY_KEYS, idempotencyFixture] as const] : []),
  ]);
}
