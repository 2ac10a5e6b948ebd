import type { EnvironmentVariable } from '@plumbline/contracts/settings/environment-values';
import { SETTING_GROUPS } from '@plumbline/contracts/settings/setting';
import type { Command, Option } from 'commander';
import { describeRange, optionOf, writeValue } from '../client/cli/options/setting-options.ts';
import type { Setting } from '../client/configuration/settings.ts';
import { PROGRAM } from '../client/errors/failures.ts';

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
    ...(command.options.length > 0 ? renderSingle(command, name) : ['', `### ${name}`, '', command.description()]),
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

/** A setting of the config file: its place, its name, what it means. */
export type PlacedSetting = readonly [place: string, name: string, variable: ReferenceVariable];

/** The page on all settings of a run and all environment variables. */
export function renderSettingReference(
  settings: readonly Setting[],
  variables: Readonly<Record<string, ReferenceVariable>>,
  placed: readonly PlacedSetting[],
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
    ...configParts(placed),
    '',
    '## Environment variables',
    '',
    'An empty variable counts as unset; `NAME_FILE` names a file with the value. Further standard variables of Temporal, such',
    'as `TEMPORAL_NAMESPACE`, `TEMPORAL_API_KEY` and `TEMPORAL_TLS`, apply to client and worker.',
    '',
    ...renderTable(
      ['Variable', 'Meaning', 'Values', 'Default', 'In the file'],
      Object.entries(variables)
        .filter(([name]) => !name.includes('.'))
        .map(([name, variable]) => renderVariable(name, variable, variable.file ?? '')),
    ),
    '',
  ].join('\n');
}

function configParts(placed: readonly PlacedSetting[]): string[] {
  return [
    '## The config file',
    '',
    '`npx plumbline init` writes `plumbline.yml` into the store; `PLUMBLINE_CONFIG` names another one, as a container mounts it.',
    'A `plumbline.yml` in the working folder is read after it. An option wins over the environment, and that over both files.',
    'A key is never written there, only the name of its variable, and it is sent to no endpoint but the one of the same file.',
    '',
    '```yaml',
    'model:',
    '  endpoint: http://127.0.0.1:11434/v1',
    '  name: qwen3:4b',
    'documents:',
    '  folders: [manuals, minutes]',
    '```',
    ...[...Map.groupBy(placed, ([place]) => place.split('.')[0] ?? '')].flatMap(([group, members]) => [
      '',
      `### ${group}`,
      '',
      ...renderTable(
        ['Setting', 'Meaning', 'Values', 'Default', 'Variable'],
        members.map(([place, name, variable]) =>
          renderVariable(place, variable, name.includes('.') ? '' : `\`${name}\``),
        ),
      ),
    ]),
  ];
}

/** The JSON schema of a config file, by which editors complete and check it. */
export function renderConfigSchema(settings: readonly PlacedSetting[]): string {
  const groups = Map.groupBy(settings, ([place]) => place.split('.')[0] ?? '');
  const properties = [...groups].map(([group, members]) => [
    group,
    {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        members.map(([place, , { meaning, default: usual, unset, isSecret = false }]) => [
          place.slice(group.length + 1),
          {
            description: `${meaning}${isSecret ? '; the name of a variable' : ''}`,
            type: ['string', 'number', 'boolean', 'array', 'null'],
            ...(isSecret && { pattern: '^[A-Z][A-Z0-9_]*$' }),
            ...((usual ?? unset) !== undefined && { examples: [usual ?? unset] }),
          },
        ]),
      ),
    },
  ]);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'plumbline.yml',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** The page of `man plumbline`. */
export function renderManPage(program: Command): string {
  const escaped = (text: string): string =>
    text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll(/^[.']/gmu, '\\&$&');
  const part = (command: Command, name: string): string[] => [
    `.SS ${escaped(`plumbline ${name} ${command.usage()}`)}`,
    escaped(command.description()),
    ...command.options.flatMap(({ flags, description }) => ['.TP', `.B ${escaped(flags)}`, escaped(description)]),
  ];
  const all = program.createHelp().visibleCommands(program);
  return [
    '.TH PLUMBLINE 1',
    '.SH NAME',
    `plumbline \\- ${escaped(program.description())}`,
    '.SH SYNOPSIS',
    '.B plumbline',
    'command [options]',
    ...[...Map.groupBy(all, (command) => command.helpGroup())].flatMap(([group, members]) => [
      `.SH ${group.replace(/:$/u, '').toUpperCase()}`,
      ...members.flatMap((command) => [
        ...part(command, command.name()),
        ...command.commands.flatMap((each) => part(each, `${command.name()} ${each.name()}`)),
      ]),
    ]),
    '.SH FILES',
    escaped(
      '.plumbline/plumbline.yml, ~/.local/share/plumbline/plumbline.yml: settings, as `plumbline init` writes them',
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

function renderVariable(name: string, variable: ReferenceVariable, last: string): string[] {
  const { meaning, range = '', default: usual, unset = '', isSecret = false } = variable;
  return [
    `\`${name}\``,
    `${meaning}${isSecret ? ' (secret)' : ''}`,
    range,
    usual === undefined ? unset : `\`${usual}\``,
    last,
  ];
}

/** A Markdown table; vertical bars in cells are escaped. */
function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
