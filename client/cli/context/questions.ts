import type { ConfirmOptions, MultiSelectOptions, SelectOptions, TextOptions } from '@clack/prompts';
import type { CommandContext } from './command-context.ts';

/** The person left a question with Ctrl-C; the message says what has become of the command. */
export class GaveUpError extends Error {
  override readonly name = 'GaveUpError';
}

/**
 * Questions at the terminal, beside results. Each throws {@link GaveUpError} where the person gives up.
 *
 * @param outcome what is said then
 */
export async function createQuestions(
  { streams, signal }: Pick<CommandContext, 'streams' | 'signal'>,
  outcome: string,
) {
  // Loaded late: most commands ask nothing.
  const prompts = await import('@clack/prompts');
  const shared = { output: streams.stderr, signal };
  const answered = <Answer>(answer: Answer): Exclude<Answer, symbol> => {
    if (prompts.isCancel(answer)) throw new GaveUpError(outcome);
    return answer as Exclude<Answer, symbol>;
  };
  return {
    text: async (options: TextOptions) => answered(await prompts.text({ ...shared, ...options })),
    confirm: async (options: ConfirmOptions) => answered(await prompts.confirm({ ...shared, ...options })),
    select: async <Value>(options: SelectOptions<Value>) => answered(await prompts.select({ ...shared, ...options })),
    multiselect: async <Value>(options: MultiSelectOptions<Value>) =>
      answered(await prompts.multiselect({ ...shared, ...options })),
  };
}

export type Questions = Awaited<ReturnType<typeof createQuestions>>;
