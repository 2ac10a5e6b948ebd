import { FORK_POINTS, type ForkPoint } from '@plumbline/contracts/research/fork';
import { type ResearchRequest, researchRequestSchema } from '@plumbline/contracts/research/research-request';
import type { PresetName } from '@plumbline/contracts/settings/setting';
import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { loadProviders } from '../../configuration/provider-setup.ts';
import { SETTINGS, settingsWith } from '../../configuration/settings.ts';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { commands, example, UsageError } from '../../errors/failures.ts';
import { FORK_SETTINGS, type ForkChanges, type ForkWording, refuseContradictions } from '../../runs/fork-request.ts';
import { checkResearchId } from '../../runs/research-id.ts';
import type { CommandContext } from '../context/command-context.ts';
import type { ExitCode } from '../context/command.ts';
import { RUN_ID, acting } from '../context/command.ts';
import { type LingerFlags, withTemporal } from '../context/reach.ts';
import { type CorpusOptions, findCorpus, withUsual } from '../options/corpus-places.ts';
import { lingerOption, collect, readPlan } from '../options/option-values.ts';
import {
  addResearchOptions,
  findWebProblems,
  requireModel,
  type Surroundings,
  wantsWeb,
  type WebOptions,
  webSettingsOf,
} from '../options/research-options.ts';
import {
  describeIssue,
  addChangeOptions,
  type OptionValues,
  settingsFrom,
  optionOf,
} from '../options/setting-options.ts';
import { requireKnownRun, resolveRun } from '../runs/find-run.ts';
import { beginRun, followOrLeave } from '../watching/follow-run.ts';

interface ResearchFlags extends ResearchOptions, LingerFlags {
  readonly clarify?: string;
  readonly id?: string;
  readonly detach?: boolean;
  readonly logDrift?: boolean;
  readonly model?: string;
}

/** What errors call the changes: by their options. */
const OPTION_WORDING: ForkWording = {
  plan: '--plan',
  folders: '--add-corpus',
  setting: optionOf,
  issue: (issue) => describeIssue(issue, SETTINGS),
  from: (point) => `--from ${point}`,
};

const ON_BY_DEFAULT: ReadonlySet<string> = new Set(
  FORK_SETTINGS.filter(({ kind, default: value }) => kind === 'switch' && value === true).map((setting) =>
    new Option(optionOf(setting)).attributeName(),
  ),
);

interface ForkFlags extends ForkOptions, LingerFlags {
  readonly id?: string;
  readonly detach?: boolean;
  readonly quiet?: boolean;
  readonly printPlan?: boolean;
  readonly model?: string;
}

const NOTE = `
plan       keeps the answers and the question as understood
research   keeps the plan as well
synthesis  keeps what was found and validated, and rewrites the report

Answers of the other run are used again wherever the very same is asked. The other run stays as it is, and may be under way,
failed or cancelled.`;

export function addResearchCommand(program: Command): void {
  const command = program
    .command('research')
    .description(
      'Research a question in folders of documents and on the web. Every quotation of the report is checked.',
    )
    .argument('<question>', 'the question, in quotes');
  addResearchOptions(command);
  command
    .addHelpText('after', example('research "How do I limit the number of connections?" --corpus docs'))
    .action(acting(research));
}

async function research(context: CommandContext, question: string, flags: ResearchFlags): Promise<ExitCode | void> {
  const { usesExternalTemporal, environment, usual } = context.config;
  const isNamed = (flags.corpus ?? []).length > 0 || wantsWeb(flags);
  const clarify = flags.clarify ?? defaultClarify(context, flags);
  const options = { ...withUsual(flags, usual, isNamed), clarify };
  const providers = await loadProviders(environment);
  const request = createRequest(question, options, { hasOwnWorkers: !usesExternalTemporal, providers });
  requireModel(context.config, flags.model);
  if (flags.id !== undefined) checkResearchId(flags.id);
  await hintAtLocalModels(context);
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
function isReportedElsewhere({ path, code }: z.core.$ZodIssue): boolean {
  const field = path.join('.');
  return field === 'web.providers' || (field === 'corpusDirectories' && code === 'custom');
}

function settingsOf(options: ResearchOptions): object {
  return settingsWith(options.preset, settingsFrom(options, SETTINGS));
}

export function addForkCommand(program: Command): void {
  const command = program
    .command('fork')
    .description('Start a new run that keeps what another one has completed, and does the rest with changes.')
    .argument('<id>', RUN_ID);
  addForkOptions(command);
  command
    .addHelpText('after', example('fork research-limits-3f9a21 --from research --relevance-threshold 0.6', NOTE))
    .action(acting(fork));
}

async function fork(context: CommandContext, given: string, flags: ForkFlags): Promise<ExitCode | void> {
  const changes = await forkChangesFrom(flags, context);
  refuseContradictions(changes, OPTION_WORDING);
  requireModel(context.config, flags.model);
  if (flags.id !== undefined) checkResearchId(flags.id);
  const origin = await resolveRun(context, given);
  await requireKnownRun(context, origin);
  return withTemporal(context, { keep: flags.detach === true, lingerBy: flags }, async (access) => {
    if (flags.printPlan === true) return printPlan(context, access, origin);
    const request = await access.research.forkRequest(origin, changes, OPTION_WORDING);
    await requireFolders(context, request);
    return followOrLeave(context, access, await beginRun(context, access, request, flags.id), flags);
  });
}

/** A fork from synthesis reads the stored texts alone. @throws {UsageError} */
async function requireFolders({ config }: CommandContext, { corpusDirectories, forkedFrom }: ResearchRequest) {
  if (forkedFrom?.from === 'synthesis') return;
  const { problems } = findCorpus({ corpus: corpusDirectories }, !config.usesExternalTemporal);
  if (problems.length > 0) throw new UsageError(problems.join('\n       '), `See: ${commands.help('fork')}`);
}

async function printPlan({ output }: CommandContext, { research }: TemporalAccess, origin: string): Promise<void> {
  const { stages } = await research.forkable(origin);
  const plan = stages.plan?.plan;
  if (plan === undefined)
    throw new UsageError(`the run "${origin}" has no plan yet`, `See: ${commands.status(origin)}`);
  output.result(plan, () => JSON.stringify(plan, null, 2));
}

/** The options of `fork` that change the request; setting options go by their attribute names. */
interface ForkOptions {
  readonly from: ForkPoint;
  readonly addCorpus?: readonly string[];
  readonly plan?: string;
  readonly [option: string]: unknown;
}

/** The option that turns a switch off is there, as true, also when it is not given. */
function withoutDefaults(options: ForkOptions): OptionValues {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => !(value === true && ON_BY_DEFAULT.has(name))),
  );
}

function addForkOptions(command: Command): void {
  command
    .addOption(
      new Option('--from <point>', 'what is before this is kept; the rest is done again')
        .choices(FORK_POINTS)
        .makeOptionMandatory(),
    )
    .option('--plan <file>', 'research this plan instead, with --from research')
    .option('--print-plan', 'print the plan that would be kept, as JSON for editing; starts nothing')
    .option('--add-corpus <place>', 'a further folder, file or pattern of documents; may be repeated', collect)
    .option('--id <id>', 'id of the new run; repeating it with the same request attaches to that run')
    .option('--detach', 'start the run and return; Temporal and the worker keep running')
    .addOption(lingerOption())
    .option('--quiet', 'no progress')
    .option('--json', 'the outcome as JSON')
    .optionsGroup('Changes (everything else stays as it was):');
  addChangeOptions(command, FORK_SETTINGS);
}

/** @throws {UsageError} for a plan that cannot be read */
async function forkChangesFrom(options: ForkOptions, { config }: CommandContext): Promise<ForkChanges> {
  const { from, plan, addCorpus = [] } = options;
  const found = findCorpus({ corpus: addCorpus }, !config.usesExternalTemporal);
  const { corpusDirectories, fileSelections, problems } = found;
  if (problems.length > 0) throw new UsageError(problems.join('\n       '), `See: ${commands.help('fork')}`);
  return {
    from,
    settings: settingsFrom(withoutDefaults(options), FORK_SETTINGS),
    addedFolders: corpusDirectories,
    addedSelections: fileSelections,
    ...(plan !== undefined && { plan: await readPlan(plan) }),
  };
}
