import { counted } from '@plumbline/contracts/common/counted';
import { type CorpusOfRequest, fileSelectionSchema } from '@plumbline/contracts/common/file-selection';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { WEB_PROVIDERS, type WebProvider } from '@plumbline/contracts/common/web-search';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { shownPage } from '@plumbline/contracts/evidence/shown-page';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { DocumentReading } from '../../../workers/assembly/document-tools.ts';
import { describeMissingVariables, loadProviders } from '../../configuration/provider-setup.ts';
import { example, EnvironmentError, UsageError } from '../../errors/failures.ts';
import { type AskedSearch, searchFolders, unreadOf } from '../../runs/folder-search.ts';
import type { LocalTools } from '../../service/local-tools.ts';
import type { CommandContext } from '../context/command-context.ts';
import { describeFailure, ExitCode, acting } from '../context/command.ts';
import { addCorpusOptions, type CorpusOptions, findCorpus, withUsual } from '../options/corpus-places.ts';
import { collectProvider, parseWholeNumber } from '../options/option-values.ts';
import { hang, present, toPlainLine } from '../terminal/text-layout.ts';

interface SearchFlags extends CorpusOptions {
  readonly provider?: readonly WebProvider[];
  readonly top: number;
  readonly language?: string;
}

const MAX_TOP = 200;

export function addSearchCommand(program: Command): void {
  const command = program
    .command('search')
    .description(
      'Search folders and web providers, and print ranked passages with their scores. Works without Temporal.',
    )
    .argument('<query>', 'the words to search for, in quotes');
  addCorpusOptions(command);
  command
    .addOption(
      new Option('--provider <name>', 'ask this web provider; may be repeated')
        .choices(WEB_PROVIDERS)
        .argParser(collectProvider),
    )
    .option('--top <n>', `passages, and results of each provider (1 to ${MAX_TOP})`, parseWholeNumber, 10)
    .option('--language <code>', 'language of the query, like de or en (default: detected)')
    .option('--quiet', 'no progress')
    .addHelpText('after', example('search "connection limit" --corpus docs'))
    .addHelpText('after', '\nExit code 0: all sources were searched; 3: a provider failed.')
    .action(acting(search));
}

async function search(context: CommandContext, query: string, flags: SearchFlags): Promise<ExitCode> {
  const isNamed = (flags.corpus ?? []).length > 0 || flags.provider !== undefined;
  const documents = await checkFlags(context, query, withUsual(flags, context.config.usual, isNamed));
  const tools = await context.tools();
  const language = flags.language ?? (await tools.detectLanguage(query));
  const { output, signal } = context;
  const corpus = documents.corpusDirectories.length === 0 ? null : await indexed(context, tools, documents);
  const asked = { query, language, topK: flags.top };
  const outcomes = [
    ...(corpus === null ? [] : [await searchCorpus(tools, corpus, asked)]),
    ...(await Promise.all((flags.provider ?? []).map((provider) => askProvider(tools, provider, asked, signal)))),
  ];
  signal.throwIfAborted();
  const failures = outcomes.flatMap(({ provider, problem }) => (problem === null ? [] : [{ provider, problem }]));
  const notes = outcomes.flatMap((outcome) => outcome.notes);
  const hits = outcomes.flatMap((outcome) => outcome.hits);
  output.result({ query, language, corpus, hits, notes, failures }, () => renderOutcomes(outcomes, context));
  for (const note of notes) output.notice(`note: ${note}`);
  for (const { problem } of failures) output.notice(`error: ${problem}`);
  return failures.length === 0 ? ExitCode.Done : ExitCode.Environment;
}

async function indexed(context: CommandContext, tools: LocalTools, documents: CorpusOfRequest): Promise<CorpusReport> {
  context.output.progress(`Indexing ${documents.corpusDirectories.join(', ')}`);
  const onProgress = createIndexProgress(context);
  return tools.indexFolders(documents, { signal: context.signal, onProgress });
}

async function searchCorpus(tools: LocalTools, corpus: CorpusReport, asked: AskedSearch): Promise<SearchOutcome> {
  const search = { ...asked, corpusId: corpus.corpusId };
  const { hits, notes } = await searchFolders(tools, search);
  return { provider: 'corpus', hits, notes: [...unreadOf(corpus), ...notes], problem: null };
}

/** A failing provider does not affect the others. */
async function askProvider(
  tools: LocalTools,
  provider: WebProvider,
  asked: AskedSearch,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const unfiltered = { primaryOnly: false, domainAllow: [], domainBlock: [], since: null, metering: UNLIMITED };
  try {
    const { hits, notes, problem = null } = await tools.searchWeb({ ...asked, ...unfiltered, provider }, signal);
    return { provider, hits, notes, problem };
  } catch (error) {
    return { provider, hits: [], notes: [], problem: describeFailure(error).message };
  }
}

async function checkFlags(
  { config }: CommandContext,
  query: string,
  { provider = [], top, ...flags }: SearchFlags,
): Promise<CorpusOfRequest> {
  const { problems: ofCorpus, ...documents } = findCorpus(flags, true);
  const issues = z.array(fileSelectionSchema).safeParse(documents.fileSelections ?? []).error?.issues ?? [];
  const hasNoSource = documents.corpusDirectories.length === 0 && provider.length === 0;
  const problems = present(
    !/[\p{L}\p{N}]/u.test(query) && 'the query contains no letter and no digit',
    (top < 1 || top > MAX_TOP) && `--top: use 1 to ${MAX_TOP}`,
    hasNoSource && 'there is nothing to search: give a folder or file with --corpus, or a web provider with --provider',
    ...ofCorpus,
    ...issues.map(({ message, path }) => `--${String(path[1])}: ${message}`),
    ...describeMissingVariables(provider, await loadProviders(config.environment)),
  );
  if (problems.length > 0) throw new UsageError([...new Set(problems)].join('\n       '));
  return documents;
}

/** At most one line every two seconds. */
function createIndexProgress({ output }: CommandContext) {
  let saidAt = performance.now();
  return (line: string) => {
    if (performance.now() - saidAt < 2_000) return;
    saidAt = performance.now();
    output.progress(line);
  };
}

/** The result of one searched source. */
export interface SearchOutcome {
  /** `corpus`: the folders, as one. */
  readonly provider: 'corpus' | WebProvider;
  readonly hits: readonly SearchHit[];
  readonly notes: readonly string[];
  /** Why the search failed; null when it succeeded. */
  readonly problem: string | null;
}

/** Ranked hits of every searched source, with headings if there are several. */
export function renderOutcomes(outcomes: readonly SearchOutcome[], { columns }: { readonly columns: number }): string {
  return outcomes
    .map(({ provider, hits, problem }) => {
      const heading = outcomes.length > 1 ? [`${provider}:`] : [];
      const none = problem === null ? 'Nothing found.' : 'Search failed.';
      return [...heading, ...(hits.length === 0 ? [none] : renderHits(hits, columns))].join('\n\n');
    })
    .join('\n\n');
}

function renderHits(hits: readonly SearchHit[], columns: number): string[] {
  return hits.map((hit, index) => {
    const indent = ' '.repeat(5);
    // Several folders are merged, so the position in the list counts, not the rank.
    return [
      `${`${index + 1}.`.padEnd(4)} ${scoreOf(hit)}${toPlainLine(hit.title)}`,
      `${indent}${toPlainLine(placeOf(hit).join(', '))}`,
      ...hang(indent, hit.snippet, columns),
    ].join('\n');
  });
}

/** Web providers give ranks only. */
function scoreOf({ passage, providerScore }: SearchHit): string {
  return passage === null ? '' : `${providerScore.toFixed(3)}  `;
}

function placeOf({ locator, passage, publishedAt }: SearchHit): string[] {
  if (passage === null) return present(locator, publishedAt?.slice(0, 10) ?? null);
  const { page, recognised, headingPath } = passage;
  return present(
    locator,
    page !== null && shownPage(page, recognised),
    headingPath.length > 0 && headingPath.join(' › '),
  );
}

export function addReadCommand(program: Command): void {
  program
    .command('read')
    .description('Show the text that a run reads of a file or a web page, and say what of it is not read.')
    .argument('<document>', 'path of a file, also within a ZIP archive, or address of a page')
    .option('--left-out', 'show what is not read, as far as the format tells')
    .option('--quiet', 'the text alone')
    .addHelpText('after', example('read manuals.zip/pump.docx'))
    .addHelpText('after', '\nExit code 3: it cannot be read.')
    .action(acting(read));
}

async function read(
  context: CommandContext,
  place: string,
  { leftOut = false }: { readonly leftOut?: boolean },
): Promise<void> {
  const { output, signal } = context;
  const tools = await context.tools();
  const reading = await tools.readDocument(place, signal, (line) => output.progress(line));
  signal.throwIfAborted();
  if (!reading.isRead) throw new EnvironmentError(`${place} cannot be read: ${reading.reason}.`);
  output.progress(describe(reading));
  if (reading.note !== null) output.notice(`note: ${reading.note}`);
  output.result(reading, () => (leftOut ? leftOutOf(reading) : reading.text));
}

function leftOutOf({ leftOut, note, format }: DocumentReading & { isRead: true }): string {
  if (leftOut.length > 0) return leftOut.join('\n\n');
  return note === null ? 'Nothing is left out.' : `What the note says cannot be shown of this format (${format}).`;
}

/** `Pump manual · pdf · en · 12 pages · 2024-05-06` */
function describe({ title, format, language, pages, publishedAt }: DocumentReading & { isRead: true }): string {
  return present(
    title,
    format,
    language,
    pages !== null && counted(pages, 'page'),
    publishedAt?.slice(0, 10) ?? null,
  ).join(' · ');
}
