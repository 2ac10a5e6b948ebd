import { Command, Help } from 'commander';
import project from '../../package.json' with { type: 'json' };
import { PROGRAM } from '../errors/cli-commands.ts';
import * as commands from './commands/index.ts';
import { groupOrder } from './context/command-group.ts';
import { currentHost } from './context/host.ts';

/** Adds one command to the program. */
export type AddCommand = (program: Command) => void;

/** The program with all its commands; help lists them by group, then in the order of their names. */
export function createProgram(additions: readonly AddCommand[] = Object.values(commands)): Command {
  const program = new Command(PROGRAM)
    .description('Deep research with checked quotations that survives any crash.')
    .version(project.version, '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => currentHost().streams.stdout.write(text),
      writeErr: (text) => currentHost().streams.stderr.write(text),
    })
    .showHelpAfterError('Add --help for usage.')
    .showSuggestionAfterError()
    .configureHelp({
      visibleCommands: (command) =>
        new Help()
          .visibleCommands(command)
          .filter((each) => each.name() !== 'help')
          .toSorted((a, b) => groupOrder(a.helpGroup()) - groupOrder(b.helpGroup())),
      // In the order in which they are shown, not in the order in which they were added.
      groupItems: (_added, shown, groupOf) => new Help().groupItems(shown, shown, groupOf),
    });
  for (const add of additions) add(program);
  return program;
}
