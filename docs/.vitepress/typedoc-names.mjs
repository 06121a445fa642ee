// A plugin for TypeDoc: modules are named as they are imported.

import { Converter, ReflectionKind } from 'typedoc';

const NAMES = {
  index: 'understudy-api',
  'identity/api': 'understudy-api/identity',
  'client/client': 'understudy-api/client',
  'integrations/jest/test': 'understudy-api/jest',
  'integrations/vitest/test': 'understudy-api/vitest',
  'integrations/vitest/verify': 'understudy-api/verify',
  'integrations/msw/handlers': 'understudy-api/msw',
  'integrations/playwright/test': 'understudy-api/playwright',
};

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module))
      module.name = NAMES[module.name] ?? module.name;
  });
}
