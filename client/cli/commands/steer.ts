import type { Steer } from '@plumbline/contracts/research/steering';
import { settingOf } from '../../configuration/settings.ts';
import { commands } from '../../errors/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { collect, parseLanguage } from '../options/option-values.ts';
import { createSettingOption } from '../options/setting-options.ts';
import { messageCommand } from './messages.ts';

const RELEVANCE_THRESHOLD = settingOf('relevanceThreshold');

interface SteerFlags extends OutputFlags {
  readonly addTask?: readonly string[];
  readonly dropTask?: readonly string[];
  readonly banSource?: readonly string[];
  readonly banDomain?: readonly string[];
  readonly preferSource?: readonly string[];
  readonly relevanceThreshold?: number;
  readonly language?: string;
}

/** `steer`: changes the remaining work of a run. */
export const addSteerCommand = messageCommand({
  name: 'steer',
  description: 'Change the remaining work of a run: tasks, sources, threshold, language of the report.',
  examples: [
    'steer research-limits-3f9a21 --add-task "What changed in 2024?" --drop-task t3',
    'steer research-limits-3f9a21 --ban-domain example.com --prefer-source minutes/2024.md',
    'steer research-limits-3f9a21 --language de --relevance-threshold 0.6',
  ],
  note: '\nA change applies from now on; the report lists each change with its time and effect.',
  options: (command) =>
    command
      .option('--add-task <text>', 'add this task; may be repeated', collect)
      .option('--drop-task <task>', 'drop this task (`status --json` shows the ids); may be repeated', collect)
      .option('--ban-source <locator>', 'ignore this document or page; may be repeated', collect)
      .option('--ban-domain <domain>', 'ignore this domain and those below it; may be repeated', collect)
      .option('--prefer-source <source>', 'read this document, page or domain first; may be repeated', collect)
      .addOption(createSettingOption(RELEVANCE_THRESHOLD, undefined))
      .option(
        '--language <code>',
        'write the report in this language, by its ISO 639-1 code such as de or en',
        parseLanguage,
      ),
  async read(flags: SteerFlags) {
    const { UsageError } = await import('../../errors/failures.ts');
    const changes = changesOf(flags);
    if (changes.length === 0) throw new UsageError('no change was given', `See: ${commands.help('steer')}`);
    return changes;
  },
  send: (research, researchId, changes) => research.steer(researchId, changes),
  done: 'Changed.',
});

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
