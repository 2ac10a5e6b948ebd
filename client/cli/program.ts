import { Command, CommanderError, Help } from 'commander';
import project from '../../package.json' with { type: 'json' };
import { PROGRAM } from '../errors/failures.ts';
import { COMMANDS } from './commands/index.ts';
import { currentHost, type Host, hosts, type Streams } from './context/command-context.ts';
import { hideRareOptions, presentNameOf, ExitCode } from './context/command.ts';
import { toJson } from './terminal/output.ts';

/** Of these no result is read. */
const WITHOUT_RESULT: ReadonlySet<string> = new Set(['completion', 'mcp', 'serve', 'worker']);

/**
 * The program with all its commands, by group. Each has its result as JSON.
 *
 * @param showsAll also the rare options
 */
export function createProgram(groups = COMMANDS, showsAll = true): Command {
  const program = new Command(PROGRAM)
    .description('Deep research with checked quotations that survives any crash.')
    .version(project.version, '-V, --version', 'print the version')
    .option('--no-pager', 'print long results at once, instead of through $PAGER or less')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => currentHost().streams.stdout.write(text),
      writeErr: (text) => currentHost().streams.stderr.write(text),
    })
    .showHelpAfterError('Add --help for usage.')
    .showSuggestionAfterError()
    .configureHelp({
      visibleCommands: (command) => new Help().visibleCommands(command).filter((each) => each.name() !== 'help'),
    });
  for (const [heading, additions] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const add of additions) add(program);
  }
  program.commands.forEach(addJson);
  if (!showsAll) hideRareOptions(program);
  return program;
}

function addJson(command: Command): void {
  const isDone = command.options.some(({ long }) => long === '--json') || WITHOUT_RESULT.has(command.name());
  if (command.commands.length === 0 && !isDone) command.option('--json', 'as JSON');
  command.commands.forEach(addJson);
}

/**
 * Runs one command line, here: any number of them may run side by side in a process.
 *
 * @param words without those that start the program
 * @param interruption ends the command as Ctrl-C does when it is aborted
 * @returns the exit code
 */
export function main(
  words: readonly string[],
  streams: Streams,
  environment: NodeJS.ProcessEnv,
  interruption = new AbortController(),
): Promise<ExitCode> {
  const host: Host = { streams, environment, interruption, exitCode: ExitCode.Done };
  return hosts.run(host, async () => {
    const isHelp = words.includes('--help') || words.includes('-h');
    const present = presentNameOf(words);
    try {
      if (present !== undefined) return refuse(host, `that is \`${PROGRAM} ${present}\` now`);
      const program = createProgram(undefined, words.includes('--all'));
      await program.parseAsync(isHelp ? words.filter((word) => word !== '--all') : words, { from: 'user' });
      return host.exitCode;
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      // Commander has printed the error or the help already.
      if (error.exitCode === 0) return ExitCode.Done;
      return refuse(host, error.message.replace(/^error: /u, ''), words.includes('--json'));
    }
  });
}

/** @param isJson undefined: nothing was printed yet */
function refuse({ streams }: Host, message: string, isJson?: boolean): ExitCode {
  if (isJson === undefined) streams.stderr.write(`error: ${message}\n`);
  if (isJson === true) streams.stdout.write(`${toJson({ error: { kind: 'usage', message } }, 2)}\n`);
  return ExitCode.WrongUsage;
}
