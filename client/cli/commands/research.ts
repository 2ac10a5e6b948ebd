import { type Command, Option } from 'commander';
import type { TemporalAccess } from '../../temporal-access.ts';
import type { CommandContext, OutputFlags } from '../command-context.ts';
import { typed } from '../commands-to-type.ts';
import { ExitCode } from '../exit.ts';
import { parseByteSize, parseDecimal, parseDurationOption, parseTierCaps, parseWholeNumber } from '../option-values.ts';
import { PRESETS } from '../presets.ts';
import type { ResearchOptions } from '../research-request.ts';
import { runCommand } from '../run-command.ts';

interface ResearchFlags extends Omit<ResearchOptions, 'clarify'>, OutputFlags {
  readonly clarify?: ResearchOptions['clarify'];
  readonly id?: string;
  readonly detach?: boolean;
  readonly logDrift?: boolean;
}

const EXAMPLES = `
Examples:
  npm run research -- "How do I limit the number of connections?" --corpus docs
  npm run research -- "What changed in version 8?" --corpus docs --preset quick --json
  npm run research -- "Which limits apply?" --corpus norms --detach --id limits-2026
  npm run research -- "Which limits apply?" --corpus norms --citation-style document-page --log-drift
`;

/** `research`: asks a question of a folder of documents. */
export function addResearchCommand(program: Command): void {
  const command = program
    .command('research')
    .description('Research a question in a folder of documents and write a report whose every quotation is checked.')
    .argument('<question>', 'the question, in quotes')
    .requiredOption('--corpus <folder>', 'folder with the documents (Markdown, text, HTML, PDF)')
    .option('--id <id>', 'id of the run: the same id with the same request never starts a second run')
    .option('--detach', 'start the run, leave Temporal and the worker running, and return at once')
    .addOption(
      new Option('--preset <name>', 'sets the numbers below together; the defaults named there are those of standard')
        .choices(Object.keys(PRESETS))
        .default('standard'),
    )
    .option('--quiet', 'no progress')
    .option('--json', 'the outcome as JSON');
  addClarificationOptions(command);
  addEvidenceOptions(command);
  addReferenceOptions(command);
  addReportOptions(command);
  addLimitOptions(command);
  command
    .addHelpText('after', EXAMPLES)
    .action((question: string, flags: ResearchFlags) =>
      runCommand(flags, (context) => research(context, question, flags)),
    );
}

function addClarificationOptions(command: Command): void {
  command
    .optionsGroup('Asking back:')
    .addOption(
      new Option(
        '--clarify <mode>',
        'ask back when the question is unclear (default: auto on a terminal and with --detach, else never)',
      ).choices(['auto', 'always', 'never']),
    )
    .option('--clarify-rounds <n>', 'at most so many rounds of questions (0 to 2)', parseWholeNumber)
    .option('--clarify-timeout <time>', 'then go on with stated assumptions (90s, 15m, 24h, 7d)', parseDurationOption)
    .option('--approve-plan', 'wait for the plan to be approved');
}

function addEvidenceOptions(command: Command): void {
  command
    .optionsGroup('What the report rests on:')
    .option(
      '--tier-caps <n,n,n>',
      'findings of tiers 1, 2 and 3 that reach the report (default: 15,10,5)',
      parseTierCaps,
    )
    .option('--max-quotes <n>', 'verbatim quotes that reach it (1 to 50, default: 10)', parseWholeNumber)
    .option('--min-quote-length <n>', 'shortest quote, in characters (20 to 500, default: 20)', parseWholeNumber)
    .option('--drift-threshold <share>', 'drop findings of less final relevance (0 to 1, default: 0.5)', parseDecimal)
    .option('--drift-warning <share>', 'warn when less of a tier remains (0 to 1, default: 0.7)', parseDecimal)
    .addOption(new Option('--log-drift', 'print each dropped finding at the end').conflicts('detach'));
}

function addReferenceOptions(command: Command): void {
  command
    .optionsGroup('Following references:')
    .option('--reference-depth <n>', 'references of references (0 to 2, default: 2; 0: follow none)', parseWholeNumber)
    .option('--reference-gate <share>', 'relevance from which a target is read (0 to 1, default: 0.6)', parseDecimal)
    .option('--references-per-task <n>', 'targets read for each task (0 to 20, default: 6)', parseWholeNumber);
}

function addReportOptions(command: Command): void {
  command
    .optionsGroup('The report:')
    .addOption(
      new Option('--citation-style <style>', 'as [3] or as [Document.pdf, Page 12] (default: numbered)').choices([
        'numbered',
        'document-page',
      ]),
    )
    .option('--no-language-check', 'do not look for sentences in another language than the question')
    .option('--no-language-retry', 'do not write it again when there are such sentences');
}

function addLimitOptions(command: Command): void {
  command
    .optionsGroup('Limits:')
    .option('--max-tasks <n>', 'tasks of the plan (1 to 24, default: 6)', parseWholeNumber)
    .option('--lanes <n>', 'tasks at the same time (1 to 8, default: 4)', parseWholeNumber)
    .option('--passages <n>', 'passages read for each task (1 to 20, default: 6)', parseWholeNumber)
    .option('--max-searches <n>', 'searches of the whole run', parseWholeNumber)
    .option('--max-pages <n>', 'passages read in the whole run', parseWholeNumber)
    .option('--max-model-calls <n>', 'calls of a language model', parseWholeNumber)
    .option('--max-model-tokens <n>', 'tokens of a language model, input and output', parseWholeNumber)
    .option('--max-time <time>', 'working time, without waiting for people (15m, 4h)', parseDurationOption)
    .option('--max-file-size <size>', 'larger files are skipped (800KB, 50MB)', parseByteSize);
}

async function research(context: CommandContext, question: string, flags: ResearchFlags): Promise<ExitCode> {
  const { createRequest } = await import('../research-request.ts');
  const { checkResearchId } = await import('../../research-id.ts');
  const options = { ...flags, clarify: flags.clarify ?? defaultClarify(context, flags) };
  const request = createRequest(question, options, !context.config.usesExternalTemporal);
  if (flags.id !== undefined) checkResearchId(flags.id);
  const { withTemporal } = await import('../reach.ts');
  const { beginRun } = await import('../begin-run.ts');
  const { followRun } = await import('../follow-run.ts');
  return withTemporal(context, { keep: flags.detach === true }, async (access) => {
    const { researchId, attached } = await beginRun(context, access, request, flags.id);
    if (flags.detach !== true) {
      return followRun(context, access, researchId, {
        isQuiet: flags.quiet === true,
        logsDrift: flags.logDrift === true,
      });
    }
    sayWhereItRuns(context, access, { researchId, attached });
    return ExitCode.Done;
  });
}

function sayWhereItRuns(
  { output }: CommandContext,
  access: TemporalAccess,
  { researchId, attached }: { readonly researchId: string; readonly attached: boolean },
): void {
  const commands = {
    status: typed.status(researchId),
    answer: typed.answer(researchId),
    resume: typed.resume(researchId),
  };
  output.result({ researchId, attached, webUi: access.webUiOf(researchId), commands }, () =>
    [
      attached ? `${researchId} exists already.` : `Started ${researchId}; it goes on by itself.`,
      `Look:   ${commands.status}`,
      `Watch:  ${commands.resume}`,
      `Answer: ${commands.answer}`,
      'End Temporal and the worker: npm run down',
    ].join('\n'),
  );
}

/** Questions are asked where somebody can answer: at this terminal, or later, of a run that is left alone. */
function defaultClarify({ config, output }: CommandContext, { detach }: ResearchFlags): ResearchOptions['clarify'] {
  return detach === true || (config.terminal.canAsk && !output.isJson) ? 'auto' : 'never';
}
