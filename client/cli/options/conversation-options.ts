import { resolve } from 'node:path';
import { type ConversationScope, conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import type { ShownSources } from '@plumbline/contracts/evidence/source-registry';
import {
  type ConversationSettings,
  conversationSettingsSchema,
} from '@plumbline/contracts/settings/conversation-settings';
import { type Command, Option } from 'commander';
import type { ClientConfig } from '../../configuration/config.ts';
import { loadProviders } from '../../configuration/provider-setup.ts';
import { CONVERSATION_SETTINGS } from '../../configuration/settings.ts';
import { commands, UsageError } from '../../errors/failures.ts';
import { nameSources, type ServedSources } from '../../service/served-sources.ts';
import { type CorpusOptions, findCorpus, withUsual } from './corpus-places.ts';
import { collect, shownSourcesOption } from './option-values.ts';
import {
  addSourceOptions,
  findWebProblems,
  type Surroundings,
  wantsWeb,
  type WebOptions,
  webSettingsOf,
} from './research-options.ts';
import { addSettingOptions, describeIssue, settingsFrom } from './setting-options.ts';

/** The options that say what sessions may search; setting options go by their attribute names. */
export interface ScopeOptions extends WebOptions, CorpusOptions {
  readonly user?: string;
  readonly catalogue?: readonly string[];
  readonly [option: string]: unknown;
}

/** The options of `ask` and `chat`. */
export interface ConversationOptions extends ScopeOptions {
  readonly session?: string;
  readonly mode: 'quick' | 'deep';
  readonly rewrite: 'standard' | 'none';
  readonly sources: ShownSources;
}

/** The options that `ask` and `chat` share. */
export function addConversationOptions(command: Command): void {
  command
    .option('--session <id>', 'continue this session')
    .option('--user <name>', 'who asks; sessions and stored answers of users are kept apart')
    .addOption(
      new Option('--mode <mode>', 'deep searches again if the first answer is insufficient')
        .choices(['quick', 'deep'])
        .default('quick'),
    )
    .addOption(
      new Option('--rewrite <variant>', 'none uses messages unchanged')
        .choices(['standard', 'none'])
        .default('standard'),
    )
    .addOption(shownSourcesOption());
  addScopeOptions(command);
}

/** Sources and settings of sessions. */
export function addScopeOptions(command: Command): void {
  addSourceOptions(command);
  command.option(
    '--catalogue <folder or address>',
    'catalogue of items (CSV, JSON) or endpoint of one; may be repeated',
    collect,
  );
  addSettingOptions(command, CONVERSATION_SETTINGS);
}

/**
 * What a new session may look into; null: none is named, because the session exists.
 *
 * @throws {UsageError} with every problem at once
 */
export function createScope(
  options: ConversationOptions,
  surroundings: Surroundings & Asking,
): ConversationScope | null {
  return options.session === undefined || namesSources(options) ? createNewScope(options, surroundings) : null;
}

/** Whether anything is named that could be looked into. */
export function namesSources({
  corpus = [],
  include = [],
  exclude = [],
  catalogue = [],
  ...options
}: ScopeOptions): boolean {
  return corpus.length + include.length + exclude.length > 0 || catalogue.length > 0 || wantsWeb(options);
}

interface Asking {
  /** Whose help explains the options. */
  readonly command: string;
}

/** What new sessions may look into. @throws {UsageError} with every problem at once */
export function createNewScope(options: ScopeOptions, surroundings: Surroundings & Asking): ConversationScope {
  const { catalogue = [], user } = options;
  const { problems: ofCorpus, ...corpus } = findCorpus(options, surroundings.hasOwnWorkers);
  const input = {
    userId: user ?? null,
    ...corpus,
    web: webSettingsOf(options, surroundings),
    catalogues: catalogue.map((place) => (/^https?:/i.test(place) ? place : resolve(place))),
    settings: settingsFrom(options, CONVERSATION_SETTINGS),
  };
  const parsed = conversationScopeSchema.safeParse(input, { reportInput: true });
  const issues = (parsed.error?.issues ?? []).filter(
    ({ code, path }) => code !== 'custom' && path.join('.') !== 'web.providers',
  );
  const problems = [
    ...issues.map((issue) => describeIssue(issue, CONVERSATION_SETTINGS)),
    ...(namesSources(options) ? [] : [NOTHING_TO_SEARCH]),
    ...ofCorpus,
    ...findWebProblems(options, surroundings),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new UsageError([...new Set(problems)].join('\n       '), `See: ${commands.help(surroundings.command)}`);
}

const NOTHING_TO_SEARCH =
  'there is nothing to search: give a folder or file with --corpus, a catalogue with --catalogue, or use --web or --provider; --session continues a session';

/** What a server offers, beside what is uploaded while it runs. */
export interface OfferedScope {
  readonly sources: ServedSources;
  /** Of new sessions. */
  readonly conversation: ConversationSettings;
}

/** Without sources, what is stored can be read, and documents can be uploaded. @throws {UsageError} with every problem at once */
export async function createOfferedScope(
  given: ScopeOptions,
  config: ClientConfig,
  command: string,
): Promise<OfferedScope> {
  const options = withUsual(given, config.usual, namesSources(given));
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
