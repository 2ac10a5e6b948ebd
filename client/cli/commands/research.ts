import { type ResearchRequest, researchRequestSchema } from '@plumbline/contracts/research/research-request';
import type { PresetName } from '@plumbline/contracts/settings/setting';
import type { Command } from 'commander';
import { SETTINGS, settingsWith } from '../../configuration/settings.ts';
import { commands, examples } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import type { ExitCode } from '../context/exit.ts';
import type { LingerFlags } from '../context/linger.ts';
import { runCommand } from '../context/run-command.ts';
import { type CorpusOptions, findCorpus } from '../options/corpus-places.ts';
import { describeIssue } from '../options/request-problems.ts';
import {
  addResearchOptions,
  findWebProblems,
  requireModel,
  type Surroundings,
  wantsWeb,
  type WebOptions,
  webSettingsOf,
} from '../options/research-options.ts';
import { settingsFrom } from '../options/setting-options.ts';

interface ResearchFlags extends ResearchOptions, LingerFlags {
  readonly clarify?: string;
  readonly id?: string;
  readonly detach?: boolean;
  readonly logDrift?: boolean;
  readonly model?: string;
}

const EXAMPLES = examples(
  'research "How do I limit the number of connections?" --corpus docs',
  'research "What changed in version 8?" --corpus docs --preset quick --json',
  'research "Which limits apply?" --corpus norms --corpus minutes --web --domain-allow europa.eu',
  'research "Does it last?" --provider arxiv --provider crossref --since 2024-01-01',
  'research "Which limits apply?" --corpus norms --detach --id limits-2026',
  'research "Which limits apply?" --corpus norms --citation-style document-page --log-drift',
);

/** `research`: starts a run and follows it. */
export function addResearchCommand(program: Command): void {
  const command = program
    .command('research')
    .helpGroup(CommandGroup.Start)
    .description(
      'Research a question in folders of documents and on the web. Every quotation of the report is checked.',
    )
    .argument('<question>', 'the question, in quotes');
  addResearchOptions(command);
  command
    .addHelpText('after', EXAMPLES)
    .action((question: string, flags: ResearchFlags) =>
      runCommand(flags, (context) => research(context, question, flags)),
    );
}

async function research(context: CommandContext, question: string, flags: ResearchFlags): Promise<ExitCode> {
  const { checkResearchId } = await import('../../runs/research-id.ts');
  const { loadProviders } = await import('../../configuration/provider-setup.ts');
  const options = { ...flags, clarify: flags.clarify ?? defaultClarify(context, flags) };
  const { usesExternalTemporal, environment } = context.config;
  const providers = await loadProviders(environment);
  const request = createRequest(question, options, { hasOwnWorkers: !usesExternalTemporal, providers });
  requireModel(context.config, flags.model);
  if (flags.id !== undefined) checkResearchId(flags.id);
  await hintAtLocalModels(context);
  const { withTemporal } = await import('../context/reach.ts');
  const { beginRun } = await import('../runs/begin-run.ts');
  const { followOrLeave } = await import('../watching/follow-or-leave.ts');
  return withTemporal(context, { keep: flags.detach === true, lingerBy: flags }, async (access) => {
    return followOrLeave(context, access, await beginRun(context, access, request, flags.id), flags);
  });
}

/** At the first start in a store, says what a person may not know: that this machine has models to write the report. */
async function hintAtLocalModels(context: CommandContext): Promise<void> {
  const { usesExternalTemporal } = context.config;
  const tools = await context.tools();
  if (usesExternalTemporal || !(await tools.runs.isEmpty())) return;
  const found = await tools.findLocalModels();
  if (found.length > 0) {
    context.output.progress(`Not used: ${found.join(', ')} on this machine. See: ${commands.doctor()}`);
  }
}

/** A run may ask when it can be answered: at this terminal, or later when it is detached. */
function defaultClarify({ config, output }: CommandContext, { detach }: ResearchFlags): string {
  return detach === true || (config.terminal.canAsk && !output.isJson) ? 'auto' : 'never';
}

/** The options of `research` that become part of the request; setting options go by their attribute names. */
interface ResearchOptions extends WebOptions, CorpusOptions {
  readonly user?: string;
  readonly preset: PresetName;
  readonly [option: string]: unknown;
}

/**
 * Checks question, settings, folders and web before anything starts.
 *
 * @throws {UsageError} with every problem at once
 */
export function createRequest(question: string, options: ResearchOptions, surroundings: Surroundings): ResearchRequest {
  const { problems: ofCorpus, ...corpus } = findCorpus(options, surroundings.hasOwnWorkers);
  const input = {
    question,
    ...corpus,
    ...(options.user !== undefined && { userId: options.user }),
    web: webSettingsOf(options, surroundings),
    settings: settingsOf(options),
  };
  const parsed = researchRequestSchema.safeParse(input, { reportInput: true });
  const problems = [
    ...(parsed.error?.issues ?? [])
      .filter((issue) => !isReportedElsewhere(issue))
      .map((issue) => describeIssue(issue, SETTINGS)),
    ...(corpus.corpusDirectories.length === 0 && !wantsWeb(options) ? [NOTHING_TO_SEARCH] : []),
    ...ofCorpus,
    ...findWebProblems(options, surroundings),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new UsageError([...new Set(problems)].join('\n       '), `See: ${commands.help('research')}`);
}

const NOTHING_TO_SEARCH = 'there is nothing to search: give a folder or file with --corpus, or use --web or --provider';

/** The schema reports missing sources only when everything else is valid. */
function isReportedElsewhere({
  path,
  code,
}: {
  readonly path: readonly PropertyKey[];
  readonly code: string;
}): boolean {
  const field = path.join('.');
  return field === 'web.providers' || (field === 'corpusDirectories' && code === 'custom');
}

function settingsOf(options: ResearchOptions): object {
  return settingsWith(options.preset, settingsFrom(options, SETTINGS));
}
