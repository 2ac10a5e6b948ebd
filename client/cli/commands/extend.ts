import type { Command } from 'commander';
import type { OutputFlags } from '../context/command-context.ts';
import { runCommand } from '../context/run-command.ts';
import { addLimitOptions, type LimitOptions, limitsOf } from '../options/limit-options.ts';

interface ExtendFlags extends LimitOptions, OutputFlags {}

const EXAMPLES = `
A limit is named as a whole and must be higher than it is; those that are not named stay.

Examples:
  npm run extend -- research-limits-3f9a21 --max-model-calls 800
  npm run extend -- research-limits-3f9a21 --max-money 5 --max-time 8h
`;

/** `extend`: raises the limits of a run. */
export function addExtendCommand(program: Command): void {
  const command = program
    .command('extend')
    .description('Raise limits of a run; one that waits at a limit goes on.')
    .argument('<id>', 'the run; the beginning or the end of its id is enough');
  addLimitOptions(command, false);
  command
    .option('--json', 'what became of it as JSON')
    .addHelpText('after', EXAMPLES)
    .action((id: string, flags: ExtendFlags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        const { UsageError } = await import('../../errors/failures.ts');
        const limits = limitsOf(flags);
        if (Object.keys(limits).length === 0) {
          throw new UsageError('no limit is named', 'See `npm run extend -- --help`.');
        }
        const { describeLimitProblems } = await import('../options/request-problems.ts');
        const problems = describeLimitProblems(limits);
        if (problems.length > 0) throw new UsageError(problems.join('; '), 'See `npm run extend -- --help`.');
        return sendMessage(context, id, (research, researchId) => research.extend(researchId, limits), 'Raised.');
      }),
    );
}
