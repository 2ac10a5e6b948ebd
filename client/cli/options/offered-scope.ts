import {
  type ConversationSettings,
  conversationSettingsSchema,
} from '@plumbline/contracts/settings/conversation-settings';
import type { ClientConfig } from '../../configuration/config.ts';
import { loadProviders } from '../../configuration/provider-setup.ts';
import { CONVERSATION_SETTINGS } from '../../configuration/settings.ts';
import { nameSources, type ServedSources } from '../../service/served-sources.ts';
import { createNewScope, namesSources, type ScopeOptions } from './conversation-options.ts';
import { settingsFrom } from './setting-options.ts';

/** What a server offers, beside what is uploaded while it runs. */
export interface OfferedScope {
  readonly sources: ServedSources;
  /** Of new sessions. */
  readonly conversation: ConversationSettings;
}

/** Without sources, what is stored can be read, and documents can be uploaded. @throws {UsageError} with every problem at once */
export async function createOfferedScope(
  options: ScopeOptions,
  config: ClientConfig,
  command: string,
): Promise<OfferedScope> {
  if (!namesSources(options)) {
    const sources = { documents: new Map(), catalogues: new Map(), web: null };
    return { sources, conversation: conversationSettingsSchema.parse(settingsFrom(options, CONVERSATION_SETTINGS)) };
  }
  const providers = await loadProviders(config.environment);
  const surroundings = { hasOwnWorkers: !config.usesExternalTemporal, providers, command };
  const { corpusDirectories, fileSelections, catalogues, web, settings } = createNewScope(options, surroundings);
  const [documents, named] = [nameSources(corpusDirectories), nameSources(catalogues)];
  return { sources: { documents, fileSelections, catalogues: named, web }, conversation: settings };
}
