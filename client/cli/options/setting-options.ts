import { SETTING_GROUPS, type SettingGroup } from '@plumbline/contracts/settings/setting';
import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { nest, type NumberRange, type Setting } from '../../configuration/settings.ts';
import {
  parseChoice,
  parseDecimal,
  parseDurationOption,
  parseNumberList,
  parseWholeNumber,
  writeDuration,
} from './option-values.ts';

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
  const { description, kind } = setting;
  const isOnByDefault = kind === 'switch' && setting.default === true;
  const facts = [factOf(setting), defaultText === undefined ? undefined : `default: ${defaultText}`];
  const known = facts.filter((fact) => fact !== undefined).join('; ');
  const help = `${isOnByDefault ? 'do not ' : ''}${description}${known === '' ? '' : ` (${known})`}`;
  const option = new Option(`${optionOf(setting)} ${placeholderOf(setting)}`.trim(), help);
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

/** Options of the fields that are no settings. */
const OPTION_OF: Readonly<Record<string, string>> = {
  corpusDirectories: '--corpus',
  'fileSelections.include': '--include',
  'fileSelections.exclude': '--exclude',
  catalogues: '--catalogue',
  userId: '--user',
  'web.providers': '--provider',
  'web.domainAllow': '--domain-allow',
  'web.domainBlock': '--domain-block',
  'web.since': '--since',
};

/**
 * What is wrong with one value of a request, by the option that it came from.
 *
 * @param settings those that the request may have
 */
export function describeIssue(issue: z.core.$ZodIssue, settings: readonly Setting[]): string {
  const [place, ...path] = issue.path;
  if (place === 'question') return issue.message;
  const setting = place === 'settings' ? findSetting(path, settings) : undefined;
  if (setting !== undefined) return describeSettingIssue(setting, issue);
  // A number in the path is a place in a list, whose entries all come from one option.
  const field = issue.path.filter((name) => typeof name !== 'number').join('.');
  const isEntry = issue.path.some((name) => typeof name === 'number');
  return `${OPTION_OF[field] ?? field}${isEntry ? ` ${JSON.stringify(issue.input)}` : ''}: ${adviceOf(issue)}`;
}

function findSetting(path: readonly PropertyKey[], settings: readonly Setting[]): Setting | undefined {
  return settings.find((setting) => setting.path.every((name, index) => path[index] === name));
}

/** `--max-tasks: use 1 to 24`; of a list the part, too: `--tier-caps, tier 1: use 1 to 50`. */
function describeSettingIssue(setting: Setting, issue: z.core.$ZodIssue): string {
  const last = issue.path.at(-1);
  const part = setting.parts.find((name) => name === last);
  const name = part === undefined ? '' : `, ${part.replace(/(?<!\d)\d+$/, ' $&')}`;
  const range = describeRange(setting, part);
  return `${optionOf(setting)}${name}: ${range === undefined ? issue.message : `use ${range}`}`;
}

function adviceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'array') return `at most ${issue.maximum} may be given`;
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'use a date like 2026-01-31';
  return issue.message;
}

/** A value as it is written after its option: `24h`, `15,10,5`. */
export function writeValue({ unit }: Pick<Setting, 'unit'>, value: unknown): string {
  if (value === null) return 'no limit';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number' && unit === 'seconds') return writeDuration(value);
  if (typeof value === 'object') return Object.values(value).join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** `1 to 24`, `1s to 30d`, `more than 0, up to 1000000 US dollars`; undefined where any value of the kind is allowed. */
export function describeRange(setting: Setting, part?: string): string | undefined {
  const ranges = part === undefined ? setting.ranges : setting.ranges.slice(setting.parts.indexOf(part)).slice(0, 1);
  return ranges.length === 0 ? undefined : ranges.map((range) => writeRange(setting, range)).join(', ');
}

function writeRange(setting: Setting, { minimum, exclusiveMinimum, maximum }: NumberRange): string {
  const noun = setting.unit === 'US dollars' ? ` ${setting.unit}` : '';
  const most = `${writeValue(setting, maximum)}${noun}`;
  return minimum === undefined
    ? `more than ${exclusiveMinimum ?? 0}, up to ${most}`
    : `${writeValue(setting, minimum)} to ${most}`;
}

/** The option that sets it: `--max-tasks`, or `--no-language-check` for what is on by default. */
export function optionOf({ name, kind, default: value }: Pick<Setting, 'name' | 'kind' | 'default'>): string {
  return kind === 'switch' && value === true ? `--no-${name}` : `--${name}`;
}

/** The placeholder of the value after the option; empty for switches. */
export function placeholderOf({ kind, unit, parts, ranges }: Setting): string {
  if (kind === 'switch') return '';
  if (kind === 'choice') return '<choice>';
  if (kind === 'text') return '<name>';
  if (kind === 'list') return `<${parts.map(() => 'n').join(',')}>`;
  if (unit === 'seconds') return '<time>';
  if (unit === 'US dollars') return '<usd>';
  return kind === 'integer' ? '<n>' : ranges[0]?.maximum === 1 ? '<share>' : '<number>';
}
