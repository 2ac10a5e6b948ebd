import { WEB_PROVIDERS, type WebProvider } from '@plumbline/contracts/common/web-search';
import { PRESET_NAMES } from '@plumbline/contracts/settings/setting';
import { type Command, Option } from 'commander';
import type { ProviderSetup } from '../../../workers/assembly/tools.ts';
import type { ClientConfig } from '../../configuration/config.ts';
import {
  chooseGeneralProvider,
  describeGeneralProviders,
  describeMissingVariables,
} from '../../configuration/provider-setup.ts';
import { SETTINGS } from '../../configuration/settings.ts';
import { commands, UsageError } from '../../errors/failures.ts';
import { addCorpusOptions } from './corpus-places.ts';
import { lingerOption, collect, collectProvider } from './option-values.ts';
import { addSettingOptions } from './setting-options.ts';

/** All options of `research`: its own, and one for each setting of a run. */
export function addResearchOptions(command: Command): void {
  addRunOptions(command);
  addSourceOptions(command);
  addSettingOptions(command, SETTINGS);
}

function addRunOptions(command: Command): void {
  command
    .option('--id <id>', 'id of the run; repeating it with the same request attaches to that run')
    .option('--user <name>', 'whose memory the run reads and cites; default: no memory')
    .option('--detach', 'start the run and return; Temporal and the worker keep running')
    .addOption(lingerOption())
    .addOption(
      new Option('--preset <name>', 'a set of values for the settings below; standard has their defaults')
        .choices(PRESET_NAMES)
        .default('standard'),
    )
    .addOption(new Option('--log-drift', 'list the dropped findings at the end').conflicts('detach'))
    .option('--quiet', 'no progress')
    .option('--json', 'the outcome as JSON');
}

/** The documents and the web. */
export function addSourceOptions(command: Command): void {
  command.optionsGroup('Sources (at least documents or the web):');
  addCorpusOptions(command);
  command
    .option('--web', `search the web with the first provider that is set up (${commands.doctor()} lists them)`)
    .addOption(
      new Option('--provider <name>', 'search the web with this provider; may be repeated')
        .choices(WEB_PROVIDERS)
        .argParser(collectProvider),
    )
    .option('--domain-allow <domain>', 'only pages of this domain and those below it; may be repeated', collect)
    .option('--domain-block <domain>', 'no pages of this domain and those below it; may be repeated', collect)
    .option('--since <date>', 'no pages known to be older (YYYY-MM-DD)');
}

/** The options of `research` for the web. */
export interface WebOptions {
  readonly web?: boolean;
  readonly provider?: readonly WebProvider[];
  readonly domainAllow?: readonly string[];
  readonly domainBlock?: readonly string[];
  readonly since?: string;
}

/** The environment of a request. */
export interface Surroundings {
  /** False: workers may run on other machines, with folders and variables of their own. */
  readonly hasOwnWorkers: boolean;
  readonly providers: readonly ProviderSetup[];
}

/** Web settings, not yet checked by the request's schema; null: the web is not used. */
export function webSettingsOf(options: WebOptions, surroundings: Surroundings): object | null {
  if (!wantsWeb(options)) return null;
  const { domainAllow, domainBlock, since } = options;
  return { providers: providersOf(options, surroundings), domainAllow, domainBlock, since };
}

/** Problems that the request's schema cannot detect. */
export function findWebProblems(options: WebOptions, surroundings: Surroundings): string[] {
  if (!wantsWeb(options)) return findUnusedOptions(options);
  const providers = providersOf(options, surroundings);
  if (providers.length === 0) return [describeMissingProvider(surroundings)];
  return surroundings.hasOwnWorkers ? describeMissingVariables(providers, surroundings.providers) : [];
}

export function wantsWeb({ web, provider }: WebOptions): boolean {
  return web === true || provider !== undefined;
}

function providersOf({ provider }: WebOptions, { providers }: Surroundings): readonly WebProvider[] {
  if (provider !== undefined) return provider;
  const chosen = chooseGeneralProvider(providers);
  return chosen === undefined ? [] : [chosen];
}

function findUnusedOptions({ domainAllow, domainBlock, since }: WebOptions): string[] {
  return Object.entries({ '--domain-allow': domainAllow, '--domain-block': domainBlock, '--since': since })
    .filter(([, value]) => value !== undefined)
    .map(([option]) => `${option}: needs --web or --provider`);
}

function describeMissingProvider({ hasOwnWorkers, providers }: Surroundings): string {
  const elsewhere = hasOwnWorkers ? '' : ' here, or use --provider with one that the workers have';
  return `--web: no web search is set up. Set one of ${describeGeneralProviders(providers)}${elsewhere}`;
}

/** @throws {UsageError} when a model is named, and the worker that this command starts would have none */
export function requireModel(
  { usesExternalTemporal, model }: Pick<ClientConfig, 'usesExternalTemporal' | 'model'>,
  named: unknown,
): void {
  if (named === undefined || usesExternalTemporal || model !== null) return;
  throw new UsageError('--model: no model is set up here', 'Set OPENAI_BASE_URL and PLUMBLINE_MODEL, or leave it out.');
}
