import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../errors/failures.ts';
import { commands, examples } from '../../wording/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

const WHERE_IT_IS = `Give the path of a report.json; it is beside the report.md that ${commands.reportPath()} prints.`;

/** `verify`: checks a report against the stored text. */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .helpGroup(CommandGroup.Look)
    .description('Check every quotation, offset and citation of a report against the stored text.')
    .argument('<report.json>', 'the record beside the report')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('verify .plumbline/runs/research-limits-3f9a21/report.json'))
    .addHelpText('after', '\nExit code 0: no problems; 1: problems found.')
    .action((path: string, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { renderVerification } = await import('../rendering/render-checks.ts');
        const record = resolve(path);
        if (!(await isFile(record))) throw new UsageError(`there is no file ${record}`, WHERE_IT_IS);
        const verification = await (await context.tools()).verifyRecord(record).catch(refuse);
        const isVerified = verification.problems.length === 0;
        context.output.result({ verified: isVerified, ...verification }, () => renderVerification(verification));
        return isVerified ? ExitCode.Done : ExitCode.NotVerified;
      }),
    );
}

/** @throws {UsageError} where the file is no record */
async function refuse(error: unknown): Promise<never> {
  const { NoRecordError } = await import('../../../workers/local-tools.ts');
  if (!(error instanceof NoRecordError)) throw error;
  throw new UsageError(error.message, WHERE_IT_IS);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
