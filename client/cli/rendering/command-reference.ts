import type { Command, Option } from 'commander';
import { PROGRAM } from '../../errors/cli-commands.ts';
import { renderTable } from './setting-reference.ts';

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
