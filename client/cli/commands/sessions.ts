import type { Command } from 'commander';
import { examples } from '../../wording/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

interface SessionsFlags extends OutputFlags {
  readonly user?: string;
}

/** `sessions`: lists the sessions. */
export function addSessionsCommand(program: Command): void {
  program
    .command('sessions')
    .helpGroup(CommandGroup.Converse)
    .description('List the sessions, newest first.')
    .option('--user <name>', 'only those of this user')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('sessions --user anna'))
    .action((flags: SessionsFlags) => runCommand(flags, (context) => list(context, flags.user)));
}

async function list(context: CommandContext, user: string | undefined): Promise<ExitCode> {
  const { withTemporal } = await import('../context/reach.ts');
  const { layoutTable } = await import('../terminal/text-layout.ts');
  const { toPlainLine } = await import('../terminal/plain-text.ts');
  const { renderAge } = await import('../terminal/duration.ts');
  return withTemporal(context, { keep: false }, async ({ conversations }) => {
    const sessions = (await conversations.list()).filter(({ userId }) => user === undefined || userId === user);
    const rows = sessions.map(({ sessionId, status, startedAt, userId, title }) => [
      sessionId,
      status,
      renderAge(Date.now() - Date.parse(startedAt)),
      userId ?? '',
      toPlainLine(title),
    ]);
    const columns = context.config.terminal.showsResults ? context.columns : Number.POSITIVE_INFINITY;
    const table = [['ID', 'STATUS', 'AGE', 'USER', 'FIRST MESSAGE'], ...rows];
    context.output.result(sessions, () =>
      rows.length === 0 ? 'No sessions.' : layoutTable(table, columns).join('\n'),
    );
    return ExitCode.Done;
  });
}
