import type { Command } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { runCommand } from '../context/run-command.ts';

interface AnswerFlags extends OutputFlags {
  readonly question?: string;
}

const EXAMPLES = examples(
  'answer research-limits-3f9a21 "Only for HTTP/2."',
  'answer research-limits-3f9a21 --question q1 "Version 8"',
  'answer research-limits-3f9a21 -',
);

/** `answer`: answers the pending questions of a run. */
export function addAnswerCommand(program: Command): void {
  program
    .command('answer')
    .helpGroup(CommandGroup.Steer)
    .description('Answer the questions of a run: all at once, or a single one.')
    .argument('<id>', RUN_ID)
    .argument('<text>', 'the answer in quotes; - reads it from standard input')
    .option('--question <id>', 'answer only this question')
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', EXAMPLES)
    .action((id: string, text: string, flags: AnswerFlags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        const answer = {
          text: await readAnswer(context, text),
          ...(flags.question !== undefined && { questionId: flags.question }),
        };
        return sendMessage(
          context,
          id,
          (research, researchId) => research.answer(researchId, answer),
          'Answer accepted.',
        );
      }),
    );
}

/** Far more than a run accepts. A server refuses messages of megabytes without naming a reason. */
const MAX_SENT_LENGTH = 500_000;

async function readAnswer({ streams }: CommandContext, text: string): Promise<string> {
  const answer = text === '-' ? await (await import('node:stream/consumers')).text(streams.stdin) : text;
  if (answer.length <= MAX_SENT_LENGTH) return answer.trim();
  const { UsageError } = await import('../../errors/failures.ts');
  throw new UsageError(`the answer has ${answer.length} characters`, 'Send a shorter one.');
}
