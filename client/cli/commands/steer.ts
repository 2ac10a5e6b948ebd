import type { Command } from 'commander';
import type { Steer } from '../../../workflows/contracts/steering.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { runCommand } from '../context/run-command.ts';
import { collect, parseDecimal, parseLanguage } from '../options/option-values.ts';

interface SteerFlags extends OutputFlags {
  readonly addTask?: readonly string[];
  readonly dropTask?: readonly string[];
  readonly banSource?: readonly string[];
  readonly banDomain?: readonly string[];
  readonly preferSource?: readonly string[];
  readonly relevanceThreshold?: number;
  readonly language?: string;
}

const EXAMPLES = `
Changes hold for what has not happened yet; the report names each with its time and effect.

Examples:
  npm run steer -- research-limits-3f9a21 --add-task "What changed in 2024?" --drop-task t3
  npm run steer -- research-limits-3f9a21 --ban-domain example.com --prefer-source minutes/2024.md
  npm run steer -- research-limits-3f9a21 --language de --relevance-threshold 0.6
`;

/** `steer`: changes what a run still has to do. */
export function addSteerCommand(program: Command): void {
  program
    .command('steer')
    .description('Change what a run still has to do: tasks, sources, threshold, language of the report.')
    .argument('<id>', 'the run; the beginning or the end of its id is enough')
    .option('--add-task <text>', 'research this as well; may be repeated', collect)
    .option('--drop-task <task>', 'leave this task out (`status --json` shows the ids); may be repeated', collect)
    .option('--ban-source <locator>', 'nothing of this document or page; may be repeated', collect)
    .option('--ban-domain <domain>', 'nothing of this domain and those below it; may be repeated', collect)
    .option('--prefer-source <source>', 'read this document, page or domain first; may be repeated', collect)
    .option('--relevance-threshold <share>', 'read no hit that scores less from now on (0 to 1)', parseDecimal)
    .option(
      '--language <code>',
      'write the report in this language: de, en or another code of ISO 639-1',
      parseLanguage,
    )
    .option('--json', 'what became of it as JSON')
    .addHelpText('after', EXAMPLES)
    .action((id: string, flags: SteerFlags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        const { UsageError } = await import('../../errors/failures.ts');
        const changes = changesOf(flags);
        if (changes.length === 0) throw new UsageError('no change is named', 'See `npm run steer -- --help`.');
        return sendMessage(context, id, (research, researchId) => research.steer(researchId, changes), 'Changed.');
      }),
    );
}

function changesOf(flags: SteerFlags): readonly Steer[] {
  const { addTask, dropTask, banSource, banDomain, preferSource, relevanceThreshold, language } = flags;
  return [
    ...(addTask ?? []).map((text) => ({ action: 'add-task', text }) as const),
    ...(dropTask ?? []).map((taskId) => ({ action: 'drop-task', taskId }) as const),
    ...(banSource ?? []).map((locator) => ({ action: 'ban-source', locator }) as const),
    ...(banDomain ?? []).map((domain) => ({ action: 'ban-domain', domain }) as const),
    ...(preferSource ?? []).map((source) => ({ action: 'prefer-source', source }) as const),
    ...(relevanceThreshold === undefined ? [] : [{ action: 'set-threshold', relevanceThreshold } as const]),
    ...(language === undefined ? [] : [{ action: 'set-language', language } as const]),
  ];
}
