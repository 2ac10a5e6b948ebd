import type { Command } from 'commander';
import { Argument } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

const EXAMPLES = examples(
  'feedback chat-how-do-i-limit-3f9a21:2 helpful',
  'feedback chat-how-do-i-limit-3f9a21:2 unhelpful "I meant HTTP/2."',
);

/** `feedback`: says what an answer was worth. */
export function addFeedbackCommand(program: Command): void {
  program
    .command('feedback')
    .helpGroup(CommandGroup.Converse)
    .description(
      'Say whether an answer was helpful. The next answer of the session takes an unhelpful one into account, once.',
    )
    .argument('<answer>', 'id of the answer, shown below it')
    .addArgument(new Argument('<verdict>', 'what it was').choices(['helpful', 'unhelpful']))
    .argument('[note]', 'what was wrong, in quotes')
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', EXAMPLES)
    .action((answerId: string, verdict: 'helpful' | 'unhelpful', note: string | undefined, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { withTemporal } = await import('../context/reach.ts');
        return withTemporal(context, { keep: false }, async ({ conversations }) => {
          const feedback = { answerId, verdict, note: note ?? '' };
          await conversations.feedback(feedback);
          context.output.result(feedback, () => 'Noted.');
          return ExitCode.Done;
        });
      }),
    );
}
