import { ENVIRONMENT_VARIABLES } from '@plumbline/contracts/settings/environment-variables';
import { providerDefinitions } from '@plumbline/web/provider-definitions';
import { createProgram } from '../client/cli/program.ts';
import { SETTINGS } from '../client/configuration/settings.ts';
import { SETTING_AT } from '../workers/config/config-file.ts';
import {
  type ReferenceVariable,
  type PlacedSetting,
  renderCommandReference,
  renderConfigSchema,
  renderManPage,
  renderSettingReference,
} from './command-reference.ts';
import { renderDecisions } from './decisions-page.ts';
import { renderDesigns } from './designs-page.ts';
import { renderHttpRoutes } from './http-page.ts';

/** The pages that are generated from definitions, by their file names. */
export function generatePages(): Readonly<Record<string, string>> {
  const variables: Readonly<Record<string, ReferenceVariable>> = { ...ENVIRONMENT_VARIABLES, ...providerVariables() };
  const places = [...SETTING_AT, ...Object.keys(providerVariables()).flatMap(addressOf)];
  const placed = places.map(([place, name]): PlacedSetting => [place, name, variables[name] ?? NOTHING]);
  const sorted = placed.toSorted(([a], [b]) => (groupOf(a) < groupOf(b) ? -1 : groupOf(a) > groupOf(b) ? 1 : 0));
  return {
    'commands.md': renderCommandReference(createProgram()),
    'decisions/README.md': renderDecisions(),
    'designs.md': renderDesigns(),
    'http-routes.md': renderHttpRoutes(),
    'settings.md': renderSettingReference(SETTINGS, variables, sorted),
    '../client/configuration/plumbline.schema.json': renderConfigSchema(sorted),
    'plumbline.1': renderManPage(createProgram()),
  };
}

const NOTHING: ReferenceVariable = { meaning: '' };
const groupOf = (place: string): string => place.split('.')[0] ?? '';
const addressOf = (name: string): [string, string][] => (name.includes('.') ? [[name, name]] : []);

function providerVariables(): Readonly<Record<string, ReferenceVariable>> {
  const entries = providerDefinitions().flatMap(({ name, keyVariable, baseUrlVariable, baseUrl }) => {
    const address: ReferenceVariable = {
      meaning: `address of ${name}`,
      ...(baseUrl !== null && { default: baseUrl }),
    };
    const key: ReferenceVariable = { meaning: `key of ${name}`, isSecret: true };
    return [...(keyVariable === null ? [] : [[keyVariable, key] as const]), [baseUrlVariable, address] as const];
  });
  return Object.fromEntries(entries);
}
