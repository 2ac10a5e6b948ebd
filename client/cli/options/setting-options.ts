import { SETTING_GROUPS, type SettingGroup } from '@plumbline/contracts/settings/setting';
import { type Command, Option } from 'commander';
import { nest, type Setting } from '../../configuration/settings.ts';
import { parseChoice, parseDecimal, parseDurationOption, parseNumberList, parseWholeNumber } from './option-values.ts';
import { describeRange, optionOf, placeholderOf, writeValue } from './setting-text.ts';

/** Values of options by their attribute names; undefined: not given. */
export type OptionValues = Readonly<Record<string, unknown>>;

const HEADINGS: Readonly<Record<SettingGroup, string>> = {
  Clarification: 'Clarification:',
  Retrieval: 'Retrieval:',
  Evidence: 'Evidence in the report:',
  References: 'Following references:',
  Report: 'Report:',
  Limits: 'Limits (at a limit the run asks: raise it, finish, or stop):',
  Servers: 'Servers:',
  Conversation: 'Conversation:',
};

/** Defaults set by the command instead of the setting. */
const DEFAULTS_OF_COMMAND: Readonly<Record<string, string>> = {
  clarify: 'auto on a terminal and with --detach, otherwise never',
};

/** Adds an option for each setting, under the heading of its group. */
export function addSettingOptions(command: Command, settings: readonly Setting[]): void {
  for (const group of SETTING_GROUPS) {
    const members = settings.filter((setting) => setting.group === group);
    if (members.length > 0) command.optionsGroup(HEADINGS[group]);
    for (const setting of members) command.addOption(createSettingOption(setting, defaultOf(setting)));
  }
}

/** Adds options without defaults: what is not given stays as it is. */
export function addChangeOptions(command: Command, settings: readonly Setting[]): void {
  for (const setting of settings) command.addOption(createSettingOption(setting, undefined));
}

/** Help of one setting: `tasks of the plan (1 to 24; default: 6)`. */
export function createSettingOption(setting: Setting, defaultText: string | undefined): Option {
  const { description, kind, environment } = setting;
  const isOnByDefault = kind === 'switch' && setting.default === true;
  const facts = [factOf(setting), defaultText === undefined ? undefined : `default: ${defaultText}`];
  const known = facts.filter((fact) => fact !== undefined).join('; ');
  const help = `${isOnByDefault ? 'do not ' : ''}${description}${known === '' ? '' : ` (${known})`}`;
  const option = new Option(`${optionOf(setting)} ${placeholderOf(setting)}`.trim(), help);
  // What is changed is changed by what is given alone.
  if (environment !== undefined && defaultText !== undefined) option.env(environment);
  if (kind !== 'switch') option.argParser((text: string) => parserOf(setting)(text));
  return option;
}

function factOf(setting: Setting): string | undefined {
  if (setting.kind === 'list') return undefined;
  if (setting.kind === 'choice') return setting.choices.join(', ');
  if (setting.unit === 'seconds') return 'like 90s, 15m, 7d';
  return describeRange(setting);
}

function defaultOf(setting: Setting): string | undefined {
  if (setting.kind === 'switch' || setting.default === undefined) return undefined;
  return DEFAULTS_OF_COMMAND[setting.name] ?? writeValue(setting, setting.default);
}

/** How a value is read that is not on or off. @throws {InvalidArgumentError} from the parser */
export function parserOf({ kind, unit, parts, choices }: Setting): (text: string) => unknown {
  if (kind === 'text') return (text) => text;
  if (kind === 'choice') return (text) => parseChoice(text, choices);
  if (kind === 'list') return (text) => parseNumberList(text, parts.length);
  if (unit === 'seconds') return parseDurationOption;
  return kind === 'integer' ? parseWholeNumber : parseDecimal;
}

/** The settings that were given as options, in the form of a request. */
export function settingsFrom(options: OptionValues, settings: readonly Setting[]): object {
  return nest(settings.map((setting) => [setting.path, givenValue(setting, options)]));
}

function givenValue(setting: Setting, options: OptionValues): unknown {
  const value = options[new Option(optionOf(setting)).attributeName()];
  if (setting.kind !== 'list' || !Array.isArray(value)) return value;
  return Object.fromEntries(setting.parts.map((part, index) => [part, value[index]]));
}
