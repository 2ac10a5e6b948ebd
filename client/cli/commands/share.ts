import type { Command } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { parseWholeNumber } from '../options/option-values.ts';

interface ShareFlags extends OutputFlags {
  readonly days: number;
  readonly list?: boolean;
  readonly revoke?: string;
}

const NOTE =
  '\nWhoever has the link reads this report and its sources in the page of serve, and nothing else. Only a hash of it is kept.';

/** `share`: makes, lists and revokes links to a report. */
export function addShareCommand(program: Command): void {
  program
    .command('share')
    .helpGroup(CommandGroup.Look)
    .description('Make a link by which others read a finished report, until it expires or is revoked.')
    .argument('<id>', 'id of the run, or a unique part of it')
    .option('--days <number>', 'how long it works, up to 365 days', parseDays, 7)
    .option('--list', 'list the links that still work, and make none')
    .option('--revoke <share>', 'revoke the link with this id, at once')
    .option('--json', 'as JSON')
    .addHelpText('after', NOTE)
    .addHelpText(
      'after',
      examples('share research-limits-3f9a21 --days 30', 'share research-limits-3f9a21 --revoke 3f9a21c0'),
    )
    .action((id: string, flags: ShareFlags) => runCommand(flags, (context) => share(context, id, flags)));
}

function parseDays(text: string): number {
  const days = parseWholeNumber(text);
  if (days < 1 || days > 365) throw new UsageError(`--days ${text}: use 1 to 365`, 'Give another number.');
  return days;
}

async function share(context: CommandContext, given: string, { days, list, revoke }: ShareFlags): Promise<ExitCode> {
  const { resolveRun } = await import('../runs/find-run.ts');
  const { findReport } = await import('../../runs/find-report.ts');
  const researchId = await resolveRun(context, given);
  await findReport(context, researchId);
  const { shares } = await context.tools();
  if (list === true) {
    const found = await shares.list(researchId);
    const lines = found.map(
      ({ shareId, expiresAt }) => `${shareId}  works until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC`,
    );
    context.output.result({ shares: found }, () => (lines.length === 0 ? 'No link works.' : lines.join('\n')));
    return ExitCode.Done;
  }
  if (revoke !== undefined) {
    if (!(await shares.revoke(researchId, revoke)))
      throw new UsageError(`there is no link "${revoke}" to ${researchId}`, 'List them: --list.');
    context.output.result({ shareId: revoke }, () => `${revoke} does not work any more.`);
    return ExitCode.Done;
  }
  const { findServedAddress } = await import('../../http/server/served-address.ts');
  const made = await shares.create(researchId, days);
  const address = `${(await findServedAddress(context.config.home)) ?? ''}/shared/${made.token}`;
  context.output.result(
    { ...made, address },
    () => `${address}\n${made.shareId}, works until ${made.expiresAt.slice(0, 10)}.`,
  );
  return ExitCode.Done;
}
