import type { Command } from 'commander';
import { LIMITS } from '../../configuration/settings.ts';
import { commands, examples } from '../../errors/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { runCommand } from '../context/run-command.ts';
import { addChangeOptions, type OptionValues } from '../options/setting-options.ts';

type ExtendFlags = OptionValues & OutputFlags;

const NOTE =
  '\nGive the new total of a limit, not what to add. Limits that you leave out stay. A session has only the limits on models and money.';
const EXAMPLES = examples(
  'extend research-limits-3f9a21 --max-model-calls 800',
  'extend research-limits-3f9a21 --max-money 5 --max-time 8h',
);

/** `extend`: raises the limits of a run. */
export function addExtendCommand(program: Command): void {
  const command = program
    .command('extend')
    .helpGroup(CommandGroup.Steer)
    .description('Raise the limits of a run or session; a run waiting at a limit continues.')
    .argument('<id>', RUN_ID);
  addChangeOptions(command, LIMITS);
  command
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', NOTE)
    .addHelpText('after', EXAMPLES)
    .action((id: string, flags: ExtendFlags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        const { UsageError } = await import('../../errors/failures.ts');
        const { readLimits, requireSessionLimits } = await import('../options/limits.ts');
        const { limits, problems } = readLimits(flags);
        const help = `See: ${commands.help('extend')}`;
        if (problems.length > 0) throw new UsageError(problems.join('; '), help);
        if (Object.keys(limits).length === 0) throw new UsageError('no limit was given', help);
        return sendMessage(
          context,
          id,
          (research, researchId) => research.extend(researchId, limits),
          'Raised.',
          async (conversations, sessionId) => {
            // An unknown session is reported by the session client itself.
            if ((await conversations.observe(sessionId)) !== null) requireSessionLimits(limits);
            await conversations.extend(sessionId, limits);
          },
        );
      }),
    );
}
