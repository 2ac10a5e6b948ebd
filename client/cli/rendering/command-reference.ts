import type { EnvironmentVariable } from '@plumbline/contracts/settings/environment-values';
import { SETTING_GROUPS } from '@plumbline/contracts/settings/setting';
import type { Command, Option } from 'commander';
import type { Setting } from '../../configuration/settings.ts';
import { PROGRAM } from '../../errors/cli-commands.ts';
import { describeRange, optionOf, writeValue } from '../options/setting-text.ts';

/** The page on all commands, in the order of the program's help. */
export function renderCommandReference(program: Command): string {
  const commands = program.createHelp().visibleCommands(program);
  const groups = Map.groupBy(commands, (command) => command.helpGroup());
  return [
    '# Commands',
    '',
    '<!-- Written by `npm run docs` from the definitions of the commands. -->',
    '',
    `Start a command in the project's folder: \`${PROGRAM} <command>\`. Each command explains itself with \`--help\`.`,
    'Options with a range and a default are settings of a run; [settings.md](settings.md) lists them with all presets.',
    ...[...groups].flatMap(([group, members]) => [
      '',
      `## ${group.replace(/:$/, '')}`,
      ...members.flatMap(renderCommand),
    ]),
    '',
  ].join('\n');
}

/** Of a command with subcommands, every one. */
function renderCommand(command: Command): string[] {
  const name = command.name();
  if (command.commands.length === 0) return renderSingle(command, name);
  const subcommands = command.createHelp().visibleCommands(command);
  return [
    '',
    `### ${name}`,
    '',
    command.description(),
    ...subcommands
      .filter((each) => each.name() !== 'help')
      .flatMap((each) => renderSingle(each, `${name} ${each.name()}`)),
  ];
}

function renderSingle(command: Command, name: string): string[] {
  const options = command.options.map(renderOption);
  const usage = `${PROGRAM} ${name} ${command.usage()}`.trim();
  return [
    '',
    `### ${name}`,
    '',
    command.description(),
    '',
    '```sh',
    usage,
    '```',
    ...command.registeredArguments.flatMap((argument, index) => [
      ...(index === 0 ? [''] : []),
      `- \`${argument.required ? `<${argument.name()}>` : `[${argument.name()}]`}\`: ${argument.description}`,
    ]),
    ...(options.length === 0 ? [] : ['', ...renderTable(['Option', 'Meaning'], options)]),
  ];
}

function renderOption({ flags, description, argChoices, defaultValue }: Option): string[] {
  const facts = [
    ...(argChoices === undefined ? [] : [argChoices.join(', ')]),
    // Of an option that turns something off, the default says only that it is on.
    ...(defaultValue === undefined || defaultValue === true ? [] : [`default: ${String(defaultValue)}`]),
  ];
  return [`\`${flags}\``, `${description}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`];
}

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
function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
