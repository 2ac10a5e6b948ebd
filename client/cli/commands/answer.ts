import type { Command } from 'commander';
import type { OutputFlags } from '../context/command-context.ts';
import { runCommand } from '../context/run-command.ts';

interface AnswerFlags extends OutputFlags {
  readonly question?: string;
}

const EXAMPLES = `
Examples:
  npm run answer -- research-limits-3f9a21 "Only for HTTP/2."
  npm run answer -- research-limits-3f9a21 --question q1 "Version 8"
  cat answer.txt | npm run answer -- research-limits-3f9a21 -
`;

/** `answer`: answers the pending clarification of a run. */
export function addAnswerCommand(program: Command): void {
  program
    .command('answer')
    .description('Answer what a run asks: the whole round, or one question of it.')
    .argument('<id>', 'the run; the beginning or the end of its id is enough')
    .argument('<text>', 'the answer in quotes; - reads it from standard input')
    .option('--question <id>', 'answer this question alone')
    .option('--json', 'what became of it as JSON')
    .addHelpText('after', EXAMPLES)
    .action((id: string, text: string, flags: AnswerFlags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        const answer = {
          text: await readAnswer(text),
          ...(flags.question !== undefined && { questionId: flags.question }),
        };
        return sendMessage(context, id, (research, researchId) => research.answer(researchId, answer), 'Answer taken.');
      }),
    );
}

/** Far more than a run accepts; a server refuses messages of megabytes without a word about why. */
const MAX_SENT_LENGTH = 500_000;

async function readAnswer(text: string): Promise<string> {
  const answer = text === '-' ? await (await import('node:stream/consumers')).text(process.stdin) : text;
  if (answer.length <= MAX_SENT_LENGTH) return answer.trim();
  const { UsageError } = await import('../../errors/failures.ts');
  throw new UsageError(`the answer has ${answer.length} characters`, 'Send a shorter one.');
}
