import { ENVIRONMENT_VARIABLES } from '@plumbline/contracts/settings/environment-variables';
import { providerDefinitions } from '@plumbline/web/provider-definitions';
import { createProgram } from '../client/cli/program.ts';
import {
  type ReferenceVariable,
  renderCommandReference,
  renderSettingReference,
} from '../client/cli/rendering/command-reference.ts';
import { SETTINGS } from '../client/configuration/settings.ts';
import { renderDecisions } from './decisions-page.ts';
import { renderDesigns } from './designs-page.ts';
import { renderHttpRoutes } from './http-page.ts';

/** The pages that are generated from definitions, by their file names. */
export function generatePages(): Readonly<Record<string, string>> {
  return {
    'commands.md': renderCommandReference(createProgram()),
    'decisions/README.md': renderDecisions(),
    'designs.md': renderDesigns(),
    'http-routes.md': renderHttpRoutes(),
    'settings.md': renderSettingReference(SETTINGS, { ...ENVIRONMENT_VARIABLES, ...providerVariables() }),
  };
}

function providerVariables(): Readonly<Record<string, ReferenceVariable>> {
  const entries = providerDefinitions().flatMap(({ name, keyVariable, baseUrlVariable, baseUrl }) => {
    const address: ReferenceVariable = {
      meaning: `address of ${name}`,
      ...(baseUrl !== null && { default: baseUrl }),
      readBy: ['client', 'worker'],
    };
    const key: ReferenceVariable = { meaning: `key of ${name}`, isSecret: true, readBy: ['client', 'worker'] };
    return [...(keyVariable === null ? [] : [[keyVariable, key] as const]), [baseUrlVariable, address] as const];
  });
  return Object.fromEntries(entries);
}
