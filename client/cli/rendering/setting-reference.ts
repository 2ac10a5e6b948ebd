import type { EnvironmentVariable } from '../../../workflows/contracts/settings/environment-values.ts';
import { SETTING_GROUPS } from '../../../workflows/contracts/settings/setting.ts';
import type { Setting } from '../../configuration/settings.ts';
import { describeRange, optionOf, writeValue } from '../options/setting-text.ts';

/** An entry of the reference, by the name of the variable. */
export type ReferenceVariable = Omit<EnvironmentVariable, 'schema'>;

/** The page on all settings of a run and all environment variables. */
export function renderSettingReference(
  settings: readonly Setting[],
  variables: Readonly<Record<string, ReferenceVariable>>,
): string {
  return [
    '# Settings',
    '',
    '<!-- Written by `npm run docs` from the tables of settings and variables. -->',
    '',
    '## Settings of a run',
    '',
    'Each setting is an option of `research`. `--preset` sets several together; an option wins over the preset.',
    'A program that starts runs gives them by their field in `settings` of the request.',
    ...SETTING_GROUPS.flatMap((group) => renderGroup(group, settings)),
    '',
    '## Environment variables',
    '',
    'An empty variable counts as unset. The client is every command; the worker does the research; the supervisor runs',
    'the embedded Temporal server. Further standard variables of Temporal, such as `TEMPORAL_NAMESPACE`,',
    '`TEMPORAL_API_KEY` and `TEMPORAL_TLS`, apply to client and worker.',
    '',
    ...renderTable(
      ['Variable', 'Meaning', 'Values', 'Default', 'Read by'],
      Object.entries(variables).map(([name, variable]) => renderVariable(name, variable)),
    ),
    '',
  ].join('\n');
}

function renderGroup(group: string, settings: readonly Setting[]): string[] {
  const members = settings.filter((setting) => setting.group === group);
  if (members.length === 0) return [];
  return [
    '',
    `### ${group}`,
    '',
    ...renderTable(['Option', 'Meaning', 'Values', 'Default', 'quick', 'deep', 'Field'], members.map(renderSetting)),
  ];
}

function renderSetting(setting: Setting): string[] {
  const { description, choices, kind, presets, path } = setting;
  const values = kind === 'choice' ? choices.join(', ') : kind === 'switch' ? 'on, off' : describeRange(setting);
  const preset = (name: 'quick' | 'deep'): string =>
    presets?.[name] === undefined ? '' : writeValue(setting, presets[name]);
  return [
    `\`${optionOf(setting)}\``,
    description,
    values ?? '',
    writeValue(setting, setting.default),
    preset('quick'),
    preset('deep'),
    `\`${path.join('.')}\``,
  ];
}

function renderVariable(name: string, variable: ReferenceVariable): string[] {
  const { meaning, range = '', default: usual, unset = '', isSecret = false, readBy } = variable;
  return [
    `\`${name}\``,
    `${meaning}${isSecret ? ' (secret)' : ''}`,
    range,
    usual === undefined ? unset : `\`${usual}\``,
    readBy.join(', '),
  ];
}

/** A Markdown table; vertical bars in cells are escaped. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
